import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const servers: TestServer[] = [];
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  servers.push(server);
});
afterAll(() => Promise.all(servers.map((one) => one.stop())));

const writer = (email = "ada@example.test", isTest = false) =>
  keyFor(server.store, { email, isTest, scopes: ["account:read", "listings:write"] });

for (const transport of transports)
  describe(transport, () => {
    test("202: starts a draft", async () => {
      const { key } = await writer();
      const { status, body } = await server.as(key).over(transport, "submit_listing", { url: "https://kelp.example/" });
      expect(status).toBe(202);
      expect(body).toMatchObject({
        url: "https://kelp.example/",
        status: "crawling",
        poll_after_ms: 1000,
        progress: { step: 0, of: 10, note: "Waiting to read the website." },
        listing_id: null,
        error: null,
        created_at: testNow.toISOString(),
        expires_at: "2026-12-18T12:00:00.000Z",
        next_actions: [{ tool: "get_draft", arguments: { id: body.id } }],
      });
    });

    test("202: other spelling of the same URL returns the existing draft", async () => {
      const { key } = await writer();
      const submit = (url: string) => server.as(key).over(transport, "submit_listing", { url });
      const { body: first } = await submit("https://kelp.example/");
      for (const url of [
        "kelp.example",
        "http://www.kelp.example",
        "//kelp.example/?utm_source=mail",
        "HTTPS://KELP.EXAMPLE/#top",
      ])
        expect((await submit(url)).body.id).toBe(first.id);
      expect((await submit("https://kelp.example/other")).body.id).not.toBe(first.id);
    });

    test("409: listed product; suggests claiming it", async () => {
      const { key } = await writer();
      const [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
      const { status, body } = await server.as(key).over(transport, "submit_listing", { url: listing.url });
      expect(status).toBe(409);
      expect(body.next_actions).toMatchObject([{ tool: "claim_listing", arguments: { slug: listing.slug } }]);
    });

    test("422: invalid or forbidden URL is rejected immediately", async () => {
      const { key } = await writer();
      const cases = {
        "http://127.0.0.1/": "forbidden_address",
        "http://2130706433/": "forbidden_address",
        "http://0x7f.1/": "forbidden_address",
        "http://[::ffff:169.254.169.254]/": "forbidden_address",
        "http://localhost/": "forbidden_address",
        "https://user:secret@kelp.example/": "has_credentials",
        "https://kelp.example:8443/": "forbidden_port",
        "ftp://kelp.example/": "forbidden_scheme",
        "file:///etc/passwd": "forbidden_scheme",
        "javascript:alert(1)": "bad_url",
        "not an address": "bad_url",
        kilnkeeper: "bad_url",
      };
      for (const [url, code] of Object.entries(cases)) {
        const { status, body } = await server.as(key).over(transport, "submit_listing", { url });
        expect([url, status, body.errors?.[0]?.field, body.errors?.[0]?.code]).toEqual([url, 422, "url", code]);
      }
      expect((await server.as(key).call("list_my_drafts")).body.total).toBe(0);
    });
  });

test("401: not signed in; 403: scope missing", async () => {
  expect((await server.call("submit_listing", { url: "https://kelp.example" })).status).toBe(401);
  const { key } = await keyFor(server.store);
  const { status, challenge } = await server.as(key).call("submit_listing", { url: "https://kelp.example" });
  expect(status).toBe(403);
  expect(challenge).toContain('error="insufficient_scope"');
});

test("409: own listing; suggests reading it", async () => {
  const { key, account } = await writer();
  const [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
  const listed = await listedByKey(server.store.read, new URL(listing.url).hostname, 1);
  await server.store.write((tx) =>
    addOwner(tx, { companyId: listed!.companyId, accountId: account.id, via: "admin" }, testNow),
  );
  const { body } = await server.as(key).call("submit_listing", { url: listing.url });
  expect(body.next_actions[0]).toMatchObject({
    tool: "get_my_listing",
    arguments: { listing_id: listed!.listingId },
  });
});

test("429: more than ten drafts a day; states when the next is possible", async () => {
  const { key, account } = await writer();
  for (let i = 0; i < 10; i++)
    await draftFor(server.store, account.id, {
      url: `https://n${i}.example/`,
      createdAt: new Date(testNow.getTime() - (10 - i) * 60_000).toISOString(),
    });
  const { status, body } = await server.as(key).call("submit_listing", { url: "https://kelp.example" });
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(body.detail).toContain("2026-11-19T11:50:00.000Z");
});

test("same product, two accounts: each gets a draft", async () => {
  const [one, other] = [await writer(), await writer("eve@example.test")];
  const submit = (key: string) => server.as(key).over("REST", "submit_listing", { url: "https://kelp.example" });
  const [first, second] = [await submit(one.key), await submit(other.key)];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body.id).not.toBe(first.body.id);
});

test("sandbox key: can draft a listed product, invisible to live keys", async () => {
  const { key } = await writer("ada@example.test", true);
  const [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
  const { status, body } = await server.as(key).over("REST", "submit_listing", { url: listing.url });
  expect(status).toBe(202);
  expect((await server.as(key).call("get_draft", { id: body.id })).status).toBe(200);
  const live = await writer();
  expect((await server.as(live.key).call("get_draft", { id: body.id })).status).toBe(404);
});
