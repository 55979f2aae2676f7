import { afterAll, beforeAll, expect, test } from "bun:test";
import { allScopes } from "#auth/scopes.ts";
import { registerClient } from "#db/queries/accounts/oauth.ts";
import { changesOf } from "#db/queries/common/changes.ts";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { buyer, payPath, playPayment } from "#test/support/records/orders.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { sandboxListing } from "#test/support/records/owned-product.ts";
import { sellerFor } from "#test/support/records/seller.ts";
import { contextFor } from "#test/support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { callTool } from "../core/calls/call.ts";
import createCheckout from "./create-checkout.ts";

/** Room for one launch of 99.00 and sections of 29.00 in a day. */
const orderCeiling = 12_800;
let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ shop: { orderCeiling }, now: () => clock });
  const settings = JSON.stringify({ freeQueue: { paidPlacesPerWeek: 100 } });
  await server.store.write(async (tx) => void tx.$client.run("UPDATE sites SET settings = ? WHERE id = 1", [settings]));
});
afterAll(() => server.stop());

/** A buyer who is signed in too, and a way to order for a listing of theirs through a key. */
async function ordering(name: string) {
  const email = `${name}@example.test`;
  const person = await signUpAs(server, email);
  const owner = await buyer(server.store, name, { email });
  let count = 0;
  const order = async (key = owner.key, transport: "REST" | "MCP" = "REST", product = "launch") => {
    // Listings that have launched take no paid place, of which an account can hold only two.
    const plan = {
      status: "live",
      plan: "free",
      launchWeek: "2026-W40",
      launchedAt: "2026-09-28T00:00:00.000Z",
    } as const;
    const { id } = await ownedListing(server.store, `${name}-${++count}`, { email, hasProfile: false, ...plan });
    return (await server.as(key).over(transport, "create_checkout", { items: [{ product, listing_id: id }] })).body;
  };
  return { ...owner, person, order };
}

for (const transport of transports)
  test(`over ${transport}: an order above the ceiling says that its owner confirms it first, here and in the lists`, async () => {
    const { key, order } = await ordering(`above-${transport.toLowerCase()}`);
    expect(await order(key, transport)).toMatchObject({ awaits_owner: false });
    const above = await order(key, transport);
    expect(above).toMatchObject({ status: "pending", awaits_owner: true, requires: "human" });
    expect(above.continue_url).toBe(above.checkout_url);
    expect(above.message).toContain("signs in and confirms the order");
    const as = server.as(key);
    expect((await as.call("get_order", { number: above.number })).body).toEqual(above);
    const { items } = (await as.call("list_my_orders")).body;
    expect(items.map((one: any) => one.awaits_owner)).toEqual([true, false]);
    expect((await as.mcp("list_my_orders")).text).toContain(
      `for its owner to confirm, then to pay: ${above.checkout_url}`,
    );
    // What waits takes nothing of the day: there is room for what fits beside the first.
    expect(await order(key, transport, "sections")).toMatchObject({ awaits_owner: false });
  });

test("nobody pays before the owner, signed in, has confirmed it; the ways there are shown", async () => {
  const { key, order, person } = await ordering("asked");
  await order();
  const above = await order();
  const path = payPath(above.checkout_url);
  const isPaid = async () => (await server.as(key).call("get_order", { number: above.number })).body.status;

  const stranger = visitor(server);
  const page = await stranger.get(path);
  expect(page.html).not.toContain('id="pay"');
  const signIn = /href="(\/sign-in\?[^"]+)"/.exec(page.html)![1]!;
  expect(new URLSearchParams(signIn.replaceAll("&amp;", "&").split("?")[1]).get("return_to")).toBe(path);
  expect((await stranger.post(path, { do: "approve" })).location).toStartWith("/sign-in?");
  await stranger.post(path, {});
  await stranger.post(path, { do: "bill", name: "Eve", street: "1", city: "X", country: "Germany" });
  const other = await signUpAs(server, "another@example.test");
  expect((await other.get(path)).html).toContain("another account");
  expect((await other.post(path, { do: "approve" })).status).toBe(403);
  await other.post(path, {});
  expect(await isPaid()).toBe("pending");
  expect((await server.as(key).call("get_order", { number: above.number })).body).toEqual(above);

  const ownPage = await person.get(`/account/orders/${above.number}`);
  for (const said of ["Look and confirm", "for you to confirm it", "through your API key “test”"])
    expect(ownPage.html).toContain(said);
  const asking = (await person.get(path)).html;
  for (const said of ["Did you want this order?", "your API key “test”", "/account/keys"])
    expect(asking).toContain(said);
  for (const _twice of [1, 2]) expect((await person.post(path, { do: "approve" })).location).toBe(path);
  const changes = await changesOf(server.store.read, `order:${above.number}`, 10);
  expect(changes.map(({ action }) => action)).toEqual(["approve_order", "create_checkout"]);
  expect((await server.as(key).call("get_order", { number: above.number })).body).toMatchObject({
    awaits_owner: false,
    message: expect.stringContaining("has a button"),
  });
  await playPayment(server, above.checkout_url);
  expect(await isPaid()).toBe("fulfilled");
});

test("of ten orders at the same moment those that fit go through, and no more", async () => {
  const { order } = await ordering("at-once");
  const made = await Promise.all(Array.from({ length: 10 }, () => order()));
  expect(made.filter(({ awaits_owner }) => !awaits_owner)).toHaveLength(1);
});

test("each key has its own day, the next day begins anew, and what a person orders here has no ceiling", async () => {
  const { account, order, person, email } = await ordering("by-day");
  const first = await order();
  const other = await keyFor(server.store, { email: account.email, scopes: ["account:read", "orders:write"] });
  expect(await order(other.key)).toMatchObject({ awaits_owner: false });
  expect((await order()).awaits_owner).toBe(true);
  // What its owner has canceled is not ordered.
  await person.post(`/account/orders/${first.number}`, { do: "cancel" });
  expect((await order()).awaits_owner).toBe(false);
  clock = new Date("2026-11-19T00:00:00.000Z");
  expect((await order()).awaits_owner).toBe(false);
  clock = testNow;
  for (const slug of ["by-hand-1", "by-hand-2"]) {
    const { id } = await ownedListing(server.store, slug, { email, hasProfile: false });
    const { location } = await person.post(`/account/listings/${id}/launch`, { product: "launch", launch_week: "" });
    expect((await person.get(location!)).html).toContain('id="pay"');
  }
});

test("a connected app meets it as well, and its owner reads which it was", async () => {
  const { account, person, email } = await ordering("through-app");
  const metadata = {
    client_name: "Quay <Assistant>",
    redirect_uris: [],
    grant_types: [],
    response_types: [],
    token_endpoint_auth_method: "none" as const,
  };
  const client = { id: "quay-assistant", secretHash: null, metadata };
  await server.store.write((tx) => registerClient(tx, client, testNow));
  const actor = { accountId: account.id, scopes: allScopes, isTest: false, via: `app:${client.id}` };
  const context = {
    ...contextFor(server.store, { kind: "app", ...actor }, (await siteById(server.store.read, 1))!),
    orderCeiling: 0,
  };
  const { id } = await ownedListing(server.store, "through-app-1", { email, hasProfile: false });
  const policy = { limiter: null, checkOutput: "always", write: server.store.write } as const;
  const items = [{ product: "launch", listing_id: id }];
  const { output } = await callTool(createCheckout, context, () => ({ items }), policy);
  expect(output).toMatchObject({ awaits_owner: true, message: expect.stringContaining("what this app may order") });
  expect((await person.get(payPath(output.checkout_url!))).html).toContain("the app “Quay &lt;Assistant&gt;”");
});

test("a sandbox key meets it as well, and its trial can be confirmed", async () => {
  const { email, account, person } = await ordering("sandbox-ceiling");
  const { key } = await keyFor(server.store, { email, scopes: ["account:read", "orders:write"], isTest: true });
  const trial = async (product: string, quantity: number) => {
    const id = await sandboxListing(server.store, account.id);
    return (await server.as(key).over("REST", "create_checkout", { items: [{ product, listing_id: id, quantity }] }))
      .body;
  };
  const above = await trial("billboard", 26);
  expect(above).toMatchObject({ awaits_owner: true, sandbox: true });
  await person.post(payPath(above.checkout_url), { do: "approve" });
  expect((await server.as(key).call("get_order", { number: above.number })).body.awaits_owner).toBe(false);
});

test("other currencies count by their worth in euros; without a known rate the owner is asked", async () => {
  const shop = { orderCeiling: 9_200 };
  const seller = sellerFor("DE exempt");
  const dollars = await startTestServer({ shop, seller });
  await dollars.store.write(async (tx) => void tx.$client.run("UPDATE sites SET currency = 'USD' WHERE id = 1"));
  const owner = await buyer(dollars.store, "dollars");
  const tried = async () =>
    (
      await dollars.as(owner.key).over("MCP", "create_checkout", {
        items: [{ product: "launch", listing_id: owner.id }],
        dry_run: true,
      })
    ).body;
  expect(await tried()).toMatchObject({ awaits_owner: true });
  const rateOf = (rate: string) =>
    dollars.store.write((tx) => saveExchangeRate(tx, { currency: "USD", day: "2026-11-17", rate, source: "ECB" }));
  await rateOf("1.0832");
  expect(await tried()).toMatchObject({ awaits_owner: false });
  await rateOf("0.9");
  expect(await tried()).toMatchObject({ awaits_owner: true });
  await dollars.stop();
});
