import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { free, type OwnerServer, paid, startOwnerServer } from "#test/support/records/owner.ts";
import { testNow } from "#test/support/server/harness.ts";
import postListingUpdate from "./post-listing-update.ts";

const hourMs = 3_600_000;
let now = testNow;
let server: OwnerServer;
beforeAll(async () => {
  server = await startOwnerServer(() => now);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = testNow;
  await server.run("DELETE FROM listing_updates WHERE title LIKE 'News%'");
});

const { listing_id } = paid;
const given = { listing_id, title: "News", body: "We sign offline." };

for (const transport of transports)
  describe(transport, () => {
    test("201: the update as plain text, first on the page of a paid listing", async () => {
      const before = await server.shown(paid);
      const { status, body } = await server.owner.over(transport, "post_listing_update", {
        listing_id,
        title: " News \n for <i>all</i>",
        body: "One.\r\n\r\n\r\nTwo <script>alert(1)</script>\n",
      });
      const update = {
        id: expect.any(Number),
        title: "News for <i>all</i>",
        body: "One.\n\nTwo <script>alert(1)</script>",
        created_at: "2026-11-18T12:00:00.000Z",
      };
      const visibility = `It appears on ${server.url}/updates, and followers get it by email. It appears on ${server.url}/listings/tidepad.`;
      const posted = { listing_id, shown_on_listing: true, visibility };
      expect([status, body]).toEqual([201, { ...update, ...posted }]);
      const after = await server.shown(paid);
      expect(after.listing.updates[0]).toEqual({ ...update, id: body.id });
      expect(after.etag).not.toBe(before.etag);
    });
  });

test("201: a free listing's page shows the update only once unlocked", async () => {
  const before = await server.shown(free);
  const { body } = await server.owner.over("MCP", "post_listing_update", { ...given, listing_id: free.listing_id });
  expect(body.shown_on_listing).toBeFalse();
  expect(await server.shown(free)).toEqual(before);
  await server.run(`UPDATE listings SET unlocked_sections = '["updates"]' WHERE slug = '${free.slug}'`);
  expect((await server.shown(free)).listing.updates).toMatchObject([{ id: body.id, title: "News" }]);
  const again = { ...given, title: "News again", listing_id: free.listing_id };
  const second = await server.owner.over("MCP", "post_listing_update", again);
  expect(second.body.shown_on_listing).toBeTrue();
});

test("200: the same update within ten minutes returns the first one, even at the daily limit", async () => {
  await server.run(`UPDATE sites SET settings = '{"listings":{"updatesPerDay":1}}' WHERE key = 'main'`);
  const first = await server.owner.over("REST", "post_listing_update", given);
  now = new Date(testNow.getTime() + 599_000);
  const repeated = { ...first.body, repeated: true, posted_at: testNow.toISOString() };
  const spelt = { ...given, body: `${given.body} \n` };
  for (const transport of transports)
    expect(await server.owner.over(transport, "post_listing_update", spelt)).toMatchObject({
      status: 200,
      body: repeated,
    });
  const { text } = await server.owner.mcp("post_listing_update", given);
  expect(text).toContain(`Update ${first.body.id} of listing 3`);
  expect(text).toContain("This was already posted at 12:00.");
  expect((await server.shown(paid)).listing.updates.filter((one: any) => one.title === "News")).toHaveLength(1);
  await server.run(`UPDATE sites SET settings = '{}' WHERE key = 'main'`);
});

test("201: the same update with a key, after ten minutes, by another account or after other news", async () => {
  const post = async (input = given) => (await server.owner.over("REST", "post_listing_update", input)).status;
  expect(await post()).toBe(201);
  expect((await server.send(postListingUpdate, given, { "idempotency-key": "meant" })).status).toBe(201);
  expect(await post({ ...given, title: "News two" })).toBe(201);
  const friend = await keyFor(server.store, { email: "friend@example.test", scopes: ["listings:write"] });
  await server.run(`INSERT INTO company_owners (company_id, account_id, via, created_at)
    SELECT company_id, ${friend.account.id}, 'admin', '2026-01-01T00:00:00.000Z' FROM listings WHERE id = 3`);
  expect((await server.as(friend.key).over("REST", "post_listing_update", given)).status).toBe(201);
  now = new Date(testNow.getTime() + 600_000);
  expect(await post()).toBe(201);
});

test("the text says where and when the update appears", async () => {
  const textOf = async (id: number) =>
    (await server.owner.mcp("post_listing_update", { ...given, listing_id: id, dry_run: true })).text;
  await server.run("UPDATE listings SET unlocked_sections = '[]' WHERE id = 11");
  const page = (slug: string) => `${server.url}/listings/${slug}`;
  const condition = "shows updates only after a paid launch or if they are unlocked (see list_products).";
  const news = `${server.url}/updates`;
  expect(await textOf(11)).toContain(
    `It appears on ${news}, and followers get it by email. ${page("harbourlist")} ${condition}`,
  );
  expect(await textOf(95)).toContain(
    `It will appear on ${news} when the listing goes live. ${page("berthmate")} ${condition}`,
  );
  expect(await textOf(79)).toMatch(
    /will appear on .*\/updates when the listing goes live \(planned for 2026-W\d\d\)\./,
  );
});

test("an update changes updated_at but not version, and the audit log has it", async () => {
  const versionOf = async () => (await server.owner.call("get_my_listing", { listing_id })).body.version;
  const version = await versionOf();
  now = new Date(testNow.getTime() + hourMs);
  const { body } = await server.owner.over("REST", "post_listing_update", given);
  expect((await server.shown(paid)).listing.updated_at).toBe(now.toISOString());
  expect(await versionOf()).toBe(version);
  expect(await server.latestChange(`listing:${listing_id}`)).toMatchObject({
    action: "post_listing_update",
    after: { update: { id: body.id, title: "News" } },
  });
});

test("429: a sixth update in 24 hours, with the next possible time; other listings and dry runs do not count", async () => {
  for (let i = 0; i < 5; i++) {
    now = new Date(testNow.getTime() + i * hourMs);
    expect((await server.owner.over("REST", "post_listing_update", { ...given, title: `News ${i}` })).status).toBe(201);
  }
  const { status, body } = await server.owner.call("post_listing_update", given);
  expect([status, body.code, body.retry_after]).toEqual([429, "rate_limited", 20 * 3600]);
  expect(body.detail).toContain("5 updates in 24 hours. The next one is possible at 2026-11-19T12:00:00.000Z");
  const response = await server.send(postListingUpdate, given, { "idempotency-key": "sixth" });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, String(20 * 3600)]);
  const elsewhere = { ...given, listing_id: 95 };
  expect((await server.owner.over("REST", "post_listing_update", elsewhere)).status).toBe(201);
  now = new Date(testNow.getTime() + 24 * hourMs);
  const later = await server.send(postListingUpdate, given, { "idempotency-key": "sixth" });
  expect([later.status, later.headers.get("location")]).toEqual([201, `${server.url}/api/v1/me/listings/3`]);
});

test("a site's own limit replaces the default", async () => {
  await server.run(`UPDATE sites SET settings = '{"listings":{"updatesPerDay":1}}' WHERE key = 'main'`);
  expect((await server.owner.over("REST", "post_listing_update", given)).status).toBe(201);
  const second = { ...given, title: "News again" };
  expect((await server.owner.over("REST", "post_listing_update", second)).status).toBe(429);
  expect((await server.call("get_site_info")).body.limits.updates_per_day).toBe(1);
  await server.run(`UPDATE sites SET settings = '{}' WHERE key = 'main'`);
});

test("422: a missing, too long or control-character title or body", async () => {
  const cases: [Record<string, unknown>, Record<string, unknown>][] = [
    [
      { listing_id, body: "B" },
      { field: "title", code: "required" },
    ],
    [
      { listing_id, title: "T" },
      { field: "body", code: "required" },
    ],
    [{ ...given, body: " \n\n " }, { field: "body" }],
    [
      { ...given, title: "x".repeat(121) },
      { field: "title", limit: 120, actual: 121 },
    ],
    [
      { ...given, body: "x".repeat(5001) },
      { field: "body", limit: 5000, actual: 5001 },
    ],
    [{ ...given, body: "a\u0000b" }, { field: "body" }],
    [
      { ...given, body: "a\u001bb" },
      { field: "body", message: "must not contain control characters" },
    ],
  ];
  for (const [input, error] of cases) {
    const { status, body } = await server.owner.call("post_listing_update", input);
    expect([input, status, body.errors]).toMatchObject([input, 422, [error]]);
  }
});

test("409: a suspended, archived or rejected listing gets no update", async () => {
  for (const status of ["suspended", "archived", "rejected"]) {
    await server.run(`UPDATE listings SET status = '${status}' WHERE id = 95`);
    const { status: code, body } = await server.owner.call("post_listing_update", { ...given, listing_id: 95 });
    expect([code, body.code, body.detail]).toEqual([
      409,
      "state_conflict",
      expect.stringContaining(`has the status ${status}`),
    ]);
    expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: 95 } }]);
  }
  expect((await server.owner.call("get_my_listing", { listing_id: 95 })).body.updates).toEqual([]);
});

test("401, 403, 404", async () => {
  expect(await server.refusals("post_listing_update", given)).toEqual([401, 403, 404]);
});
