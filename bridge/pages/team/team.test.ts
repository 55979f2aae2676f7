import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { endLease, listJobs } from "#db/queries/common/job-records.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { editAs } from "#test/support/records/edits.ts";
import { ownedProduct, productTexts } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let team: Visitor;
let product: Awaited<ReturnType<typeof ownedProduct>>;
let edit: (fields: object) => Promise<number>;
beforeEach(async () => {
  server = await startTestServer({ teamEmail: "team@slipway.example" });
  team = await teamVisitor(server);
  const { account } = await keyFor(server.store);
  product = await ownedProduct(server.store, account.id);
  const [site] = await allSites(server.store.read);
  edit = (fields) => editAs(server.store, account.id, site!, { listing_id: product.main, fields });
});
afterEach(() => server.stop());

const paths = [
  "/team",
  "/team/edits",
  "/team/listings",
  "/team/listings/tidepad",
  "/team/jobs",
  "/team/mail",
  "/team/rules",
];

test("not a team member: 404 on GET and POST for every team page", async () => {
  const member = await signUpAs(server, "member@example.test");
  const unknown = await member.get("/nowhere");
  expect((await member.get("/account")).html).not.toContain('href="/team"');
  for (const path of paths) {
    const page = await member.get(path);
    expect([path, page.status, page.html]).toEqual([path, 404, unknown.html]);
    expect((await member.post(path, { do: "suspend", reason: "Mine." })).status).toBe(404);
  }
  for (const path of paths) expect((await team.get(path)).status).toBe(200);
  expect((await team.get("/account")).html).toContain('href="/team"');
});

describe("edits", () => {
  test("list: shows before and after with the changed words marked and HTML escaped", async () => {
    await edit({ headline: "Kelp farming with <script>alert(1)</script>guesswork" });
    const { html } = await team.get("/team/edits");
    expect(html).toContain("Kelp farming <del>without</del> <del>the </del>guesswork");
    expect(html).toContain("<ins>with</ins> <ins>&lt;script&gt;alert(1)&lt;/script&gt;</ins>guesswork");
    expect(html).not.toContain("<script");
    expect(html).toContain("in the browser");
  });

  test("revert: needs a reason and works once", async () => {
    const change_id = String(await edit({ headline: "Buy cheap seaweed today" }));
    const bare = await team.post("/team/edits", { change_id, reason: "" });
    expect([bare.status, bare.html.includes("Reason")]).toEqual([422, true]);
    const done = await team.post("/team/edits", { change_id, reason: "It is an <advertisement>." });
    expect(done.location).toBe("/team/edits?done=reverted");
    expect((await team.get("/team/edits?status=decided")).html).toContain("It is an &lt;advertisement&gt;.");
    expect(((await server.get(`/listings/${product.slug}`).then((answer) => answer.json())) as any).headline).toBe(
      productTexts.headline,
    );
    expect((await team.post("/team/edits", { change_id, reason: "Again." })).status).toBe(409);
  });

  test("list: older edits are on the next page", async () => {
    for (let i = 0; i < 26; i++) await edit({ headline: `Kelp farming, part ${i}` });
    const { html } = await team.get(`/team/edits?slug=${product.slug}`);
    expect(html.match(/<li id="case-/g)).toHaveLength(25);
    const older = /rel="next" href="(\/team\/edits\?[^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    expect((await team.get(older)).html).toMatch(/<li id="case-/);
  });
});

test("listing: can be found, suspended with a reason and restored", async () => {
  const found = await team.get(`/team/listings?q=${productTexts.name.toUpperCase()}&status=live`);
  expect(found.html).toContain(`/team/listings/${product.slug}`);
  const path = `/team/listings/${product.slug}`;
  expect((await team.post(path, { do: "suspend", ground: "dead", reason: "" })).status).toBe(422);
  expect((await team.post(path, { do: "suspend", ground: "dead", reason: "It is gone." })).location).toBe(
    `${path}?done=suspend`,
  );
  expect((await team.get(path)).html).toContain("It is gone.");
  expect((await server.get(`/listings/${product.slug}`)).status).toBe(404);
  expect((await team.post(path, { do: "reject", ground: "dead", reason: "No." })).status).toBe(409);
  expect((await team.post(path, { do: "restore" })).location).toBe(`${path}?done=restore`);
  expect((await server.get(`/listings/${product.slug}`)).status).toBe(200);
  expect((await team.post(path, { do: "constructor" })).status).toBe(400);
  expect((await team.get("/team/listings/no-such")).status).toBe(404);
});

test("dead job: can be retried; the page hides payloads and mail texts", async () => {
  await server.store.write((tx) =>
    enqueue(tx, { kind: "mail", key: "given-up", payload: { secret: "s3cret" } }, testNow),
  );
  const [job] = await listJobs(server.store.read, "queued", 1);
  await server.store.write((tx) => endLease(tx, job!.id, { state: "dead", error: "550 <no> such mailbox" }, testNow));
  const { html } = await team.get("/team/jobs?state=dead");
  expect(html).toContain("550 &lt;no&gt; such mailbox");
  expect(html).not.toContain("s3cret");
  const retry = () => team.post("/team/jobs?state=dead", { do: "retry", id: String(job!.id) });
  expect((await retry()).location).toBe("/team/jobs?state=dead&done=retry");
  expect((await retry()).status).toBe(409);
  const mail = await team.get("/team/mail");
  expect(mail.html).toContain("To team@example.test");
  expect(mail.html).not.toContain("token=");
});
