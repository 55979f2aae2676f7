import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createAccount, revokeApiKey, updateAccount } from "#db/queries/accounts/accounts.ts";
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

let world: Authorization;
let client: string;
beforeAll(async () => {
  world = await openAuthorization();
  client = (await newClient(world)).id;
});
afterAll(() => world.store.close());
beforeEach(() =>
  world.store.write((tx) => updateAccount(tx, world.accountId, { suspendedAt: null }, world.server.now())),
);

const verify = (presented: string, resource = mainResource) =>
  verifyBearer(world.store.read, presented, resource, world.server.now());
const newToken = async () =>
  (await spend(world, client, await newCode(world, client, { scopes: ["account:read"] }))).access_token;
const newKey = (more: Partial<KeyRequest> = {}) =>
  world.store.write((tx) =>
    issueApiKey(
      tx,
      {
        accountId: world.accountId,
        name: "A key",
        scopes: ["orders:write"],
        isTest: false,
        expiresAt: null,
        ...more,
      },
      world.server.now(),
    ),
  );
const suspend = () =>
  world.store.write((tx) =>
    updateAccount(tx, world.accountId, { suspendedAt: world.server.now().toISOString() }, world.server.now()),
  );

describe("an access token", () => {
  test("opens its resource, for its account, scopes and app", async () => {
    expect(await verify(await newToken())).toMatchObject({
      accountId: world.accountId,
      scopes: ["account:read"],
      via: `app:${client}`,
      credential: { kind: "grant", id: expect.any(Number) },
      isTest: false,
    });
  });

  test("of a review account opens the sandbox only", async () => {
    const review = await world.store.write((tx) =>
      createAccount(tx, { email: "review@example.test", name: "Reviewer", isReview: true }, world.server.now()),
    );
    const code = await newCode({ ...world, accountId: review.id }, client, { scopes: ["account:read"] });
    expect(await verify((await spend(world, client, code)).access_token)).toMatchObject({ isTest: true });
  });

  test("opens no other resource", async () => {
    const token = await newToken();
    for (const resource of [otherResource, `${mainResource}/`, `${mainResource}/x`, ""])
      expect(await verify(token, resource)).toBeNull();
  });

  test("lives an hour", async () => {
    const token = await newToken();
    world.pass(3599);
    expect(await verify(token)).not.toBeNull();
    world.pass(1);
    expect(await verify(token)).toBeNull();
  });

  test("ends with its grant", async () => {
    const token = await newToken();
    const { credential } = (await verify(token))!;
    await world.store.write((tx) => revokeGrant(tx, credential.id, "disconnected", world.server.now()));
    expect(await verify(token)).toBeNull();
  });

  test("of a suspended account opens nothing", async () => {
    const token = await newToken();
    await suspend();
    expect(await verify(token)).toBeNull();
  });
});

describe("an API key", () => {
  test("opens every resource, for its account and scopes", async () => {
    const { key, row } = await newKey();
    expect(key).toMatch(/^lk_[\w-]{43}$/);
    for (const resource of [mainResource, otherResource])
      expect(await verify(key, resource)).toEqual({
        accountId: world.accountId,
        scopes: ["orders:write"],
        via: `key:${row.id}`,
        credential: { kind: "key", id: row.id },
        isTest: false,
        mandate: null,
      });
  });

  test("of the sandbox is known as such", async () => {
    const { key } = await newKey({ isTest: true });
    expect(key).toMatch(/^lk_test_[\w-]{43}$/);
    expect(await verify(key)).toMatchObject({ isTest: true });
  });

  test("ends when it expires", async () => {
    const expiresAt = new Date(world.server.now().getTime() + 60_000).toISOString();
    const { key } = await newKey({ expiresAt });
    world.pass(59);
    expect(await verify(key)).not.toBeNull();
    world.pass(1);
    expect(await verify(key)).toBeNull();
  });

  test("ends when its owner revokes it, and only then", async () => {
    const { key, row } = await newKey();
    const revoke = (accountId: number) =>
      world.store.write((tx) => revokeApiKey(tx, accountId, row.id, world.server.now()));
    expect(await revoke(world.accountId + 1)).toBe(false);
    expect(await verify(key)).not.toBeNull();
    expect(await revoke(world.accountId)).toBe(true);
    expect(await verify(key)).toBeNull();
  });

  test("of a suspended account opens nothing", async () => {
    const { key } = await newKey();
    await suspend();
    expect(await verify(key)).toBeNull();
  });
});

test("what is no credential opens nothing", async () => {
  const { key } = await newKey();
  const token = await newToken();
  const wrong = ["", "lk_", "lk_test_", "slat_", ` ${key}`, `${key} `, key.slice(0, -1), `${key}x`, key.toUpperCase()];
  wrong.push(key.replace("lk_", "lk_test_"), key.replace("lk_", "slat_"), token.replace("slat_", "lk_"));
  wrong.push(token.replace("slat_", ""), "x".repeat(201), "x".repeat(1_000_000), "' OR 1=1 --");
  for (const presented of wrong) expect(await verify(presented)).toBeNull();
});
