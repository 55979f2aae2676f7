import { afterAll, beforeAll, expect, test } from "bun:test";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { setPlan } from "#db/queries/orders/purchased-listing.ts";
import type { ToolCaller } from "#test/support/clients/tool-caller.ts";
import { visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { demoFounder } from "#test/support/server/demo.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { temporary } from "#test/support/server/temporary.ts";
import { buttonSentences, pageButtons } from "#tools/core/text/page-buttons.ts";

let server: TestServer;
let owner: ToolCaller;
beforeAll(async () => {
  server = await startTestServer();
  owner = server.as((await demoSignIn(server.store, temporary, testNow))!.key);
});
afterAll(() => server.stop());

test("200: the public profile and the fields for owners", async () => {
  const [{ body: mine }, { body: shown }] = [
    await owner.call("get_my_listing", { listing_id: 3 }),
    await server.call("get_listing", { slug: "tidepad" }),
  ];
  expect(mine).toMatchObject({ ...shown, story: expect.anything() });
  expect(mine).toMatchObject({ status: "live", plan: "paid", site: "main", version: 1, blockers: [], versions: [] });
  const archive = `${server.url}/account/listings/3/archive`;
  expect(mine.next_actions).toContainEqual(expect.objectContaining({ who: "human", url: archive }));
  const { text } = await owner.mcp("get_my_listing", { listing_id: 3 });
  expect(text).toContain(`For the user: ${buttonSentences.archive("Tidepad")} ${archive}`);
  expect(text).toContain("Insights: nothing was counted from 2026-10-22 to 2026-11-18");
});

test("the pages that the response names have the buttons that it names", async () => {
  const founder = await demoFounder(server.store);
  const browser = visitor(server);
  await browser.post("/sign-in", { email: founder.email, password: founder.password, do: "password" });
  const { body } = await server.as(founder.key).call("get_my_listing", { listing_id: 3 });
  const human = body.next_actions.filter(({ who }: any) => who === "human");
  expect(human.map(({ why }: any) => why)).toEqual([buttonSentences.people, buttonSentences.archive("Tidepad")]);
  await browser.post("/account/listings/3/people", { do: "invite", email: "button@example.test" });
  const pages = await Promise.all(
    human.map(async ({ url }: any) => (await browser.get(url.replace(server.url, ""))).html),
  );
  const { open, confirm } = pageButtons.withdrawInvitation;
  expect(pages[0]).toContain(`>${open}</summary>`);
  expect(pages[0]).toContain(`>${confirm}</button>`);
  expect(pages[1]).toContain(`<button class="danger">${pageButtons.archive("Tidepad")}</button>`);
  const { main } = await ownedProduct(server.store, founder.accountId, "archived");
  const { body: archived } = await server.as(founder.key).call("get_my_listing", { listing_id: main });
  const restore = archived.next_actions.find(({ why }: any) => why === buttonSentences.restore);
  expect((await browser.get(restore.url.replace(server.url, ""))).html).toContain(`>${pageButtons.restore}</button>`);
});

test("200: blockers of a listing that is not live, with next actions", async () => {
  const reasons = async (listing_id: number) =>
    (await owner.call("get_my_listing", { listing_id })).body.blockers.map((one: any) => [
      one.reason,
      one.next_action.tool ?? one.next_action.url,
    ]);
  expect(await reasons(95)).toEqual([[expect.stringContaining("No plan has been chosen"), expect.any(String)]]);
  expect(await reasons(65)).toEqual([
    [expect.stringContaining("not checked the product's website"), expect.stringContaining("/account/listings/65")],
  ]);
  expect(await reasons(79)).toEqual([]);
});

test("200: a rejected listing with a paid launch waits for the team and asks for no plan", async () => {
  const { account, key } = await keyFor(server.store, { email: "rejected@example.test" });
  const { main } = await ownedProduct(server.store, account.id, "rejected");
  await server.store.write((tx) => setPlan(tx, main, "paid", null, testNow));
  const { body } = await server.as(key).call("get_my_listing", { listing_id: main });
  expect(body.blockers).toMatchObject([
    { reason: expect.stringContaining("It keeps its paid launch."), next_action: { tool: "update_my_listing" } },
  ]);
});

test("200: the profile in text keeps its lines", async () => {
  const { text } = await owner.mcp("get_my_listing", { listing_id: 3 });
  const { text: shown } = await server.mcp("get_listing", { slug: "tidepad" });
  const lines = text.split("\n");
  // Owners also get the URLs of pictures, with which an edit names them.
  expect(lines).toContainEqual(expect.stringMatching(/^Picture 2: "The same handover .*" http:\S+\/media\/\w+$/));
  for (const line of shown.split("\n")) if (!/^(Story|Pictures|From)\b/.test(line)) expect(lines).toContain(line);
});

test("404 for another's listing, 401 without a sign-in, 403 without the scope, 422 for an invalid id", async () => {
  const stranger = server.as((await keyFor(server.store, { email: "eve@example.test" })).key);
  for (const listing_id of [3, 1, 999_999])
    expect(await stranger.call("get_my_listing", { listing_id })).toMatchObject({
      status: 404,
      body: { code: "not_found", next_actions: [{ tool: "list_my_listings" }] },
    });
  const writer = server.as((await keyFor(server.store, { scopes: ["listings:write"] })).key);
  expect((await server.call("get_my_listing", { listing_id: 3 })).status).toBe(401);
  expect((await writer.call("get_my_listing", { listing_id: 3 })).status).toBe(403);
  expect((await owner.call("get_my_listing", { listing_id: "x" })).status).toBe(422);
});

test("404: a sandbox key and a listing of the directory", async () => {
  const sandbox = server.as((await keyFor(server.store, { isTest: true })).key);
  expect((await sandbox.call("get_my_listing", { listing_id: 3 })).status).toBe(404);
});

test("200: read-only access shows no insights", async () => {
  const { account, key } = await keyFor(server.store, { email: "former@example.test" });
  const { main } = await ownedProduct(server.store, account.id);
  const insights = async () => (await server.as(key).call("get_my_listing", { listing_id: main })).body.insights;
  expect((await insights()).totals.page_views).toBe(0);
  const demote = `UPDATE company_owners SET read_only_since = '2026-11-01T00:00:00.000Z' WHERE account_id = ${account.id}`;
  await server.store.write(async (tx) => void (await tx.$client.run(demote)));
  expect(await insights()).toBeNull();
});
