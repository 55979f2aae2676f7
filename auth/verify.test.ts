import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { revokeApiKey } from "#db/queries/accounts/credentials.ts";
import { revokeGrant } from "#db/queries/accounts/oauth.ts";
import {
  type Authorization,
  mainResource,
  newClient,
  newCode,
  openAuthorization,
  otherResource,
  spend,
} from "#test/support/clients/authorization.ts";
import { issueApiKey, type KeyRequest } from "./api-keys.ts";
import { verifyBearer } from "./verify.ts";

let fixture: Authorization;
let client: string;
beforeAll(async () => {
  fixture = await openAuthorization();
  client = (await newClient(fixture)).id;
});
afterAll(() => fixture.store.close());
beforeEach(() =>
  fixture.store.write((tx) => updateAccount(tx, fixture.accountId, { suspendedAt: null }, fixture.server.now())),
);

const verify = (presented: string, resource = mainResource) =>
  verifyBearer(fixture.store.read, presented, resource, fixture.server.now());
const newToken = async () =>
  (await spend(fixture, client, await newCode(fixture, client, { scopes: ["account:read"] }))).access_token;
const newKey = (more: Partial<KeyRequest> = {}) =>
  fixture.store.write((tx) =>
    issueApiKey(tx, { ...request, accountId: fixture.accountId, ...more }, fixture.server.now()),
  );
const request = { name: "A key", scopes: ["orders:write" as const], isTest: false, expiresAt: null };
const suspend = () =>
  fixture.store.write((tx) =>
    updateAccount(tx, fixture.accountId, { suspendedAt: fixture.server.now().toISOString() }, fixture.server.now()),
  );

describe("access token", () => {
  test("valid for its resource, with its account, scopes and app", async () => {
    expect(await verify(await newToken())).toMatchObject({
      accountId: fixture.accountId,
      scopes: ["account:read"],
      via: `app:${client}`,
      credential: { kind: "grant", id: expect.any(Number) },
      isTest: false,
    });
  });

  test("of a review account: sandbox only", async () => {
    const review = await fixture.store.write((tx) =>
      createAccount(tx, { email: "review@example.test", name: "Reviewer", isReview: true }, fixture.server.now()),
    );
    const code = await newCode({ ...fixture, accountId: review.id }, client, { scopes: ["account:read"] });
    expect(await verify((await spend(fixture, client, code)).access_token)).toMatchObject({ isTest: true });
  });

  test("not valid for other resources", async () => {
    const token = await newToken();
    for (const resource of [otherResource, `${mainResource}/`, `${mainResource}/x`, ""])
      expect(await verify(token, resource)).toBeNull();
  });

  test("expires after an hour", async () => {
    const token = await newToken();
    fixture.pass(3599);
    expect(await verify(token)).not.toBeNull();
    fixture.pass(1);
    expect(await verify(token)).toBeNull();
  });

  test("ends with its grant", async () => {
    const token = await newToken();
    const { credential } = (await verify(token))!;
    await fixture.store.write((tx) => revokeGrant(tx, credential.id, "disconnected", fixture.server.now()));
    expect(await verify(token)).toBeNull();
  });

  test("of a suspended account: not valid", async () => {
    const token = await newToken();
    await suspend();
    expect(await verify(token)).toBeNull();
  });
});

describe("API key", () => {
  test("valid for every resource, with its account and scopes", async () => {
    const { key, row } = await newKey();
    expect(key).toMatch(/^lk_[\w-]{43}$/);
    for (const resource of [mainResource, otherResource])
      expect(await verify(key, resource)).toEqual({
        accountId: fixture.accountId,
        scopes: ["orders:write"],
        via: `key:${row.id}`,
        credential: { kind: "key", id: row.id },
        isTest: false,
        approvalPolicy: null,
      });
  });

  test("sandbox key: marked as test", async () => {
    const { key } = await newKey({ isTest: true });
    expect(key).toMatch(/^lk_test_[\w-]{43}$/);
    expect(await verify(key)).toMatchObject({ isTest: true });
  });

  test("ends when it expires", async () => {
    const expiresAt = new Date(fixture.server.now().getTime() + 60_000).toISOString();
    const { key } = await newKey({ expiresAt });
    fixture.pass(59);
    expect(await verify(key)).not.toBeNull();
    fixture.pass(1);
    expect(await verify(key)).toBeNull();
  });

  test("ends only when its owner revokes it", async () => {
    const { key, row } = await newKey();
    const revoke = (accountId: number) =>
      fixture.store.write((tx) => revokeApiKey(tx, accountId, row.id, fixture.server.now()));
    expect(await revoke(fixture.accountId + 1)).toBe(false);
    expect(await verify(key)).not.toBeNull();
    expect(await revoke(fixture.accountId)).toBe(true);
    expect(await verify(key)).toBeNull();
  });

  test("of a suspended account: not valid", async () => {
    const { key } = await newKey();
    await suspend();
    expect(await verify(key)).toBeNull();
  });
});

test("malformed credentials are not valid", async () => {
  const { key } = await newKey();
  const token = await newToken();
  const wrong = ["", "lk_", "lk_test_", "slat_", ` ${key}`, `${key} `, key.slice(0, -1), `${key}x`, key.toUpperCase()];
  wrong.push(key.replace("lk_", "lk_test_"), key.replace("lk_", "slat_"), token.replace("slat_", "lk_"));
  wrong.push(token.replace("slat_", ""), "x".repeat(201), "x".repeat(1_000_000), "' OR 1=1 --");
  for (const presented of wrong) expect(await verify(presented)).toBeNull();
});
