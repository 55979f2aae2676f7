import { afterAll, beforeAll, expect, test } from "bun:test";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { founderIdBySlug } from "#db/queries/founders/founder-profile.ts";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: account, scopes of the key and missing profile details", async () => {
  const { key, account } = await keyFor(server.store, { scopes: ["account:read", "orders:write"] });
  const { status, body } = await server.as(key).call("get_account");
  const url = `${server.url}/account/profile`;
  expect(status).toBe(200);
  expect(body).toEqual({
    id: account.id,
    email: "ada@example.test",
    name: "Ada",
    founder: { slug: null, complete: false, missing: [{ reason: "There is no founder profile yet.", url }] },
    scopes: ["account:read", "orders:write"],
    sandbox: false,
    limits: { reads_per_minute: 300, writes_per_minute: 60 },
    interview: [],
    unfinished: [
      {
        kind: "founder_profile",
        id: account.id,
        next_action: {
          why: "A free launch and a founder story require a complete founder profile.",
          who: "human",
          url,
        },
      },
    ],
  });
});

test("200: complete profile has nothing unfinished", async () => {
  const { key, account } = await keyFor(server.store, { email: "robin@example.test" });
  const founderId = await founderIdBySlug(server.store.read, "demo-founder");
  await server.store.write((tx) => updateAccount(tx, account.id, { founderId }, testNow));
  const { body } = await server.as(key).call("get_account");
  expect(body).toMatchObject({ founder: { slug: "demo-founder", complete: true, missing: [] }, unfinished: [] });
});

test("200: incomplete draft is not called ready", async () => {
  const { key, account } = await keyFor(server.store, { email: "half@example.test" });
  await draftFor(server.store, account.id, { fields: { ...completeFields, headline: "" } });
  const [, { next_action }] = (await server.as(key).call("get_account")).body.unfinished;
  expect(next_action.why).toContain("lacks headline");
  expect(next_action.why).not.toContain("ready");
});

test("200: draft being built is unfinished", async () => {
  const { key, account } = await keyFor(server.store, { email: "begun@example.test" });
  const draft = await draftFor(server.store, account.id, { status: "crawling" });
  const [, begun] = (await server.as(key).call("get_account")).body.unfinished;
  expect(begun).toMatchObject({ kind: "draft", id: draft.id, next_action: { tool: "get_draft" } });
  expect(begun.next_action.why).toContain("is crawling");
});

test.each(["draft", "rejected", "awaiting_badge", "suspended"] as const)(
  "200: listing that is %s is unfinished",
  async (status) => {
    const { key, account } = await keyFor(server.store, { email: `${status}@example.test` });
    const { main } = await ownedProduct(server.store, account.id, status);
    const { unfinished } = (await server.as(key).call("get_account")).body;
    const found = unfinished.find(({ id }: { id: number }) => id === main);
    expect(found).toMatchObject({
      kind: "listing",
      next_action: { tool: "get_my_listing", arguments: { listing_id: main } },
    });
    const { blockers } = (await server.as(key).call("get_my_listing", { listing_id: main })).body;
    expect(blockers).not.toEqual([]);
  },
);

test("200: live listing is not unfinished", async () => {
  const { key, account } = await keyFor(server.store, { email: "live@example.test" });
  await ownedProduct(server.store, account.id);
  const { unfinished } = (await server.as(key).call("get_account")).body;
  expect(unfinished.map(({ kind }: { kind: string }) => kind)).toEqual(["founder_profile"]);
});

test("200: sandbox key is reported as sandbox", async () => {
  const { key } = await keyFor(server.store, { isTest: true });
  expect(key).toStartWith("lk_test_");
  expect((await server.as(key).call("get_account")).body.sandbox).toBeTrue();
});

test("401: not signed in", async () => {
  const { status, body, challenge } = await server.call("get_account");
  expect(status).toBe(401);
  expect(body.code).toBe("unauthenticated");
  expect(body.detail).toContain(`${server.url}/account/keys`);
  expect(challenge).toBe(
    `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="account:read listings:write orders:write"`,
  );
});

test("403: key without account:read; the challenge lists present and required scopes", async () => {
  const { key } = await keyFor(server.store, { scopes: ["orders:write"] });
  const { status, body, challenge } = await server.as(key).call("get_account");
  expect([status, body.code]).toEqual([403, "insufficient_scope"]);
  expect(body.detail).toContain(
    `consent to account:read, orders:write, or with an API key from ${server.url}/account/keys.`,
  );
  expect(challenge).toContain('error="insufficient_scope"');
  expect(challenge).toContain('scope="account:read orders:write"');
});
