import { afterAll, beforeAll, expect, test } from "bun:test";
import type * as z from "zod";
import { addRingKey, deleteRingKeys, ringKeys } from "#db/keys/key-ring.ts";
import { createAccount, keysOfAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import type { Store } from "#db/store/store.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { type CallOptions, callTool } from "../core/calls/call.ts";
import type { Actor } from "../core/operations/actor.ts";
import type { Operation } from "../core/operations/define.ts";
import createApiKey from "./create-api-key.ts";
import endAccess from "./end-access.ts";
import revokeApiKey from "./revoke-api-key.ts";
import { maxKeys } from "./shared/rules.ts";

let store: Store;
beforeAll(() => {
  store = emptyStore();
});
afterAll(() => store.close());

const admin: Actor = { kind: "admin", via: "admin" };
let made = 0;

/** A new account and its person as the actor. */
async function newPerson() {
  const email = `person${++made}@example.test`;
  const account = await store.write((tx) => createAccount(tx, { email, name: "Ada", isVerified: true }, testNow));
  const actor: Actor = { kind: "person", accountId: account.id, scopes: [], via: "browser", isTest: false };
  return { account, actor };
}

const call = async <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  actor: Actor,
  input: Record<string, unknown>,
  options: CallOptions = {},
) => {
  const policy = { limiter: null, checkOutput: "always" as const, write: store.write };
  return (await callTool(operation, contextFor(store, actor), () => input, policy, options)).output;
};
const wanted = { name: "CI", scopes: ["orders:write", "account:read"], is_test: false, expires_in_days: 30 };

test("user creates a key: notified by email, and the audit log contains no secret", async () => {
  const { actor, account } = await newPerson();
  const { key, ...row } = await call(createApiKey, actor, wanted);
  expect(row).toMatchObject({
    scopes: ["account:read", "orders:write"],
    expires_at: "2026-12-18T12:00:00.000Z",
    key_form: `lk_…${key.slice(-4)}`,
  });
  const entries = await changesOf(store.read, `account:${account.id}`, 5);
  expect(entries).toMatchObject([
    { action: "create_api_key", via: "browser", subjects: [`key:${row.id}`, `account:${account.id}`] },
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
  expect((await latestMails(store.read, 1))[0]).toMatchObject({ recipient: account.email });
});

test("a repeat after the encryption key was deleted: an error, and no second API key", async () => {
  const { actor, account } = await newPerson();
  const once = { key: { value: "once", field: "once" } };
  const first = await call(createApiKey, actor, wanted, once);
  addRingKey(store.read, "seal", new Date());
  expect(await call(createApiKey, actor, wanted, once)).toEqual(first);
  const former = ringKeys(store.read, "seal", new Date()).filter(({ status }) => status === "former");
  deleteRingKeys(store.read, "seal", former);
  expect(call(createApiKey, actor, wanted, once)).rejects.toMatchObject({ code: "state_conflict" });
  expect(await keysOfAccount(store.read, account.id)).toHaveLength(1);
});

test("email of the key's owner: required for an admin, rejected for a user", async () => {
  const { actor, account } = await newPerson();
  const mails = (await latestMails(store.read, 50)).length;
  const { id } = await call(createApiKey, admin, { ...wanted, email: account.email.toUpperCase() });
  expect((await keysOfAccount(store.read, account.id)).map((key) => key.id)).toEqual([id]);
  expect(await latestMails(store.read, 50)).toHaveLength(mails);
  const field = { errors: [{ field: "email" }] };
  expect(call(createApiKey, actor, { ...wanted, email: account.email })).rejects.toMatchObject(field);
  expect(call(createApiKey, admin, wanted)).rejects.toMatchObject(field);
  expect(call(createApiKey, admin, { ...wanted, email: "nobody@example.test" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("suspended account or key limit reached: conflict", async () => {
  const { actor, account } = await newPerson();
  for (let i = 0; i < maxKeys; i++) await call(createApiKey, actor, wanted);
  expect(call(createApiKey, actor, wanted)).rejects.toMatchObject({ code: "conflict" });
  expect(await call(endAccess, actor, {})).toEqual({ keys: maxKeys, apps: 0, webhooks: 0 });
  await store.write((tx) => updateAccount(tx, account.id, { suspendedAt: testNow.toISOString() }, testNow));
  expect(call(createApiKey, admin, { ...wanted, email: account.email })).rejects.toMatchObject({ code: "conflict" });
});

test("revoke: by its owner or an admin, once", async () => {
  const [owner, eve] = [await newPerson(), await newPerson()];
  const { id } = await call(createApiKey, owner.actor, wanted);
  expect(call(revokeApiKey, eve.actor, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await call(revokeApiKey, admin, { id })).toMatchObject({ id });
  expect(call(revokeApiKey, owner.actor, { id })).rejects.toMatchObject({ code: "state_conflict" });
  expect((await changesOf(store.read, `key:${id}`, 5)).map(({ action, via }) => [action, via])).toEqual([
    ["revoke_api_key", "admin"],
    ["create_api_key", "browser"],
  ]);
});

test("end all access without any key or app: no audit entry", async () => {
  const { actor, account } = await newPerson();
  expect(await call(endAccess, actor, {})).toEqual({ keys: 0, apps: 0, webhooks: 0 });
  expect(await changesOf(store.read, `account:${account.id}`, 5)).toEqual([]);
});
