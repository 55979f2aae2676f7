import { afterEach, beforeEach, expect, test } from "bun:test";
import { verifyBearer } from "#auth/verify.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import type { Store } from "#db/store/store.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { testNow } from "#test/support/server/harness.ts";

const email = "ada@example.test";
let admin: TestAdmin;
let store: Store;
let accountId: number;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
  accountId = (await admin.run("user", "create", "--email", email, "--json")).json.id;
  store = admin.openStore();
});
afterEach(() => store.close());

const create = (...more: string[]) => admin.run("key", "create", "--email", email, ...more);
const bearer = (key: string, now = testNow) => verifyBearer(store.read, key, "https://slipway.example/mcp", now);
const list = async () => (await admin.run("key", "list", "--email", email, "--json")).json;

test("create: prints the key once, and it has the given scopes", async () => {
  const { out } = await create("--scopes", "orders:write, account:read");
  const key = /\n(lk_[\w-]{43})\n$/.exec(out)![1]!;
  expect(await bearer(key)).toMatchObject({ accountId, scopes: ["account:read", "orders:write"], isTest: false });
  expect(await list()).toEqual([
    {
      id: expect.any(Number),
      name: "Admin",
      key_form: `lk_…${key.slice(-4)}`,
      scopes: ["account:read", "orders:write"],
      is_test: false,
      created_at: testNow.toISOString(),
      expires_at: null,
      last_used_at: null,
      approval_policy: null,
    },
  ]);
  expect((await admin.run("key", "list", "--email", email)).out).not.toContain(key);
});

test("create --test --expires: a sandbox key that expires after the given days", async () => {
  const { json } = await create("--scopes", "account:read", "--test", "--expires", "90d", "--name", "CI", "--json");
  expect(json).toMatchObject({ name: "CI", is_test: true, expires_at: "2027-02-16T12:00:00.000Z" });
  expect(json.key).toMatch(/^lk_test_/);
  expect(await bearer(json.key, new Date("2027-02-16T11:59:59Z"))).toMatchObject({ isTest: true });
  expect(await bearer(json.key, new Date("2027-02-16T12:00:00Z"))).toBeNull();
});

test("revoke: the key stops working and is no longer listed", async () => {
  const { id, key } = (await create("--scopes", "account:read", "--json")).json;
  expect(await bearer(key)).not.toBeNull();
  expect(await admin.run("key", "revoke", String(id))).toMatchObject({
    exitCode: 0,
    out: `Revoked the API key ${id}.\n`,
  });
  expect([await bearer(key), await list()]).toEqual([null, []]);
  expect(await admin.run("key", "revoke", String(id))).toMatchObject(failed("already revoked"));
  expect(await admin.run("key", "revoke", "999")).toMatchObject(failed('no key "999"'));
  const entries = await changesOf(store.read, `key:${id}`, 5);
  expect(entries.map(({ action, via, subjects: [subject] }) => [action, via, subject])).toEqual([
    ["revoke_api_key", "admin:ops", `key:${id}`],
    ["create_api_key", "admin:ops", `key:${id}`],
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
});

test.each([
  ["account:read,listings:rule", 'no scope "listings:rule"'],
  ["toString", 'no scope "toString"'],
  [" , ", "at least one scope"],
])("the scopes %p: refused with the list of scopes", async (scopes, reason) => {
  const { exitCode, err } = await create("--scopes", scopes);
  expect(exitCode).toBe(2);
  expect(err).toContain(reason);
  expect(err).toContain(
    "Use any of: account:read, listings:write, orders:write, team:review, team:content, team:admin.",
  );
  expect(await list()).toEqual([]);
});

test("an invalid --expires, an unknown account or a suspended one: refused", async () => {
  for (const expires of ["90", "0d", "soon", "2027-01-01"])
    expect(await create("--scopes", "account:read", "--expires", expires)).toMatchObject({ exitCode: 2 });
  expect(await admin.run("key", "create", "--email", "nobody@example.test", "--scopes", "account:read")).toMatchObject(
    failed('no account "nobody@example.test"'),
  );
  await admin.run("user", "suspend", email, "--reason", "Spam.");
  expect(await create("--scopes", "account:read")).toMatchObject(failed("is suspended"));
  expect(await list()).toEqual([]);
});
