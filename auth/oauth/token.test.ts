import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addApprovalRequest, waitingApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import {
  type Authorization,
  askToken,
  mainResource,
  newClient,
  newCode,
  openAuthorization,
  otherResource,
  redirectUri,
  refresh,
  refusal,
  spend,
} from "#test/support/clients/authorization.ts";
import { addSite } from "#test/support/records/records.ts";
import { verifyBearer } from "../verify.ts";

let fixture: Authorization;
let client: string;
let otherClient: string;
beforeAll(async () => {
  fixture = await openAuthorization();
  client = (await newClient(fixture)).id;
  otherClient = (await newClient(fixture)).id;
});
afterAll(() => fixture.store.close());

const opens = async (token: string, resource = mainResource) =>
  (await verifyBearer(fixture.store.read, token, resource, fixture.server.now())) !== null;
const newTokens = async () => spend(fixture, client, await newCode(fixture, client));
/** Tokens of the same client and user, for another resource. */
const neighbourTokens = async () => spend(fixture, client, await newCode(fixture, client, { resource: otherResource }));

describe("invalid requests", () => {
  test.each<[string, Record<string, string>, string]>([
    ["no grant_type", { client_id: "x" }, "invalid_request"],
    ["password", { grant_type: "password" }, "unsupported_grant_type"],
    ["client_credentials", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["the name of a JavaScript property", { grant_type: "toString" }, "unsupported_grant_type"],
    ["an unknown client", { grant_type: "authorization_code", client_id: "x" }, "invalid_client"],
    ["no code", { grant_type: "authorization_code" }, "invalid_request"],
    ["no verifier", { grant_type: "authorization_code", code: "x" }, "invalid_request"],
    ["no refresh token", { grant_type: "refresh_token" }, "invalid_request"],
    ["an unknown resource", { grant_type: "refresh_token", resource: "https://elsewhere.test" }, "invalid_target"],
  ])("%s", async (_name, parameters, code) => {
    expect(await refusal(askToken(fixture, { client_id: client, ...parameters }))).toBe(code);
  });
});

describe("code", () => {
  test("exchanged: tokens for the granted scopes and resource", async () => {
    const code = await newCode(fixture, client, { scopes: ["listings:write"], resource: otherResource });
    const tokens = await spend(fixture, client, code, { redirect_uri: redirectUri, resource: otherResource });
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^slat_[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^slrt_[\w-]{43}$/),
      scope: "listings:write",
    });
    expect([await opens(tokens.access_token, otherResource), await opens(tokens.access_token)]).toEqual([true, false]);
  });

  test("invalid requests do not use it up", async () => {
    const code = await newCode(fixture, client);
    expect(await refusal(spend(fixture, client, code, { code_verifier: "w".repeat(43) }))).toBe("invalid_grant");
    expect(await refusal(spend(fixture, client, code, { code_verifier: "v".repeat(42) }))).toBe("invalid_grant");
    expect(await refusal(spend(fixture, client, code, { code_verifier: `${"v".repeat(42)}\u00e9` }))).toBe(
      "invalid_grant",
    );
    expect(await refusal(spend(fixture, otherClient, code))).toBe("invalid_grant");
    expect(await refusal(spend(fixture, client, code, { redirect_uri: `${redirectUri}/x` }))).toBe("invalid_grant");
    expect(await refusal(spend(fixture, client, code, { resource: otherResource }))).toBe("invalid_target");
    expect(await opens((await spend(fixture, client, code)).access_token)).toBe(true);
  });

  test("unknown: invalid_grant", async () => {
    expect(await refusal(spend(fixture, client, "unknown"))).toBe("invalid_grant");
  });

  test("expires after 60 s", async () => {
    const [first, second] = [await newCode(fixture, client), await newCode(fixture, otherClient)];
    fixture.pass(59);
    expect(await refusal(spend(fixture, client, first))).toBe("none");
    fixture.pass(1);
    expect(await refusal(spend(fixture, otherClient, second))).toBe("invalid_grant");
  });

  test("used twice: its grant ends, other grants of the client and user remain (RFC 6749 §4.1.2)", async () => {
    const neighbour = await neighbourTokens();
    const code = await newCode(fixture, client);
    const tokens = await spend(fixture, client, code);
    const renewed = await refresh(fixture, client, tokens.refresh_token);
    // Someone without the verifier cannot end it.
    expect(await refusal(spend(fixture, client, code, { code_verifier: "w".repeat(43) }))).toBe("invalid_grant");
    expect(await opens(renewed.access_token)).toBe(true);
    expect(await refusal(spend(fixture, client, code))).toBe("invalid_grant");
    expect([await opens(tokens.access_token), await opens(renewed.access_token)]).toEqual([false, false]);
    expect(await refusal(refresh(fixture, client, renewed.refresh_token))).toBe("invalid_grant");
    expect(await opens(neighbour.access_token, otherResource)).toBe(true);
    expect(await refusal(refresh(fixture, client, neighbour.refresh_token))).toBe("none");
  });

  // RFC 6749 §4.1.2 says MUST deny and SHOULD revoke, without a grace period as for refresh tokens. If a client sends
  // the request twice, its user must allow access again, but no token that may have leaked stays valid.
  test("used ten times at once: one request gets tokens, and the second one ends them", async () => {
    const code = await newCode(fixture, client);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => spend(fixture, client, code)));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    expect(given).toHaveLength(1);
    expect(await opens(given[0]!.access_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, given[0]!.refresh_token))).toBe("invalid_grant");
    // The user can allow access again.
    expect(await opens((await newTokens()).access_token)).toBe(true);
  });

  test("confidential client: the secret is required", async () => {
    const { id, secret } = await newClient(fixture, { token_endpoint_auth_method: "client_secret_post" });
    const code = await newCode(fixture, id);
    expect(await refusal(spend(fixture, id, code))).toBe("invalid_client");
    expect(await refusal(spend(fixture, id, code, { client_secret: secret }))).toBe("none");
  });
});

describe("refresh token", () => {
  test("exchanged: a new pair of tokens each time", async () => {
    const first = await newTokens();
    const second = await refresh(fixture, client, first.refresh_token, { resource: mainResource });
    const third = await refresh(fixture, client, second.refresh_token);
    const all = [first, second, third].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]);
    expect(new Set(all).size).toBe(6);
    expect(third).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: first.scope });
    expect(await opens(third.access_token)).toBe(true);
  });

  test("narrower scope: only for the access token; never more than was granted (RFC 6749 §6)", async () => {
    const code = await newCode(fixture, client, { scopes: ["account:read", "listings:write"] });
    const first = await spend(fixture, client, code);
    const narrow = await refresh(fixture, client, first.refresh_token, { scope: "account:read" });
    expect(narrow.scope).toBe("account:read");
    expect(await refusal(refresh(fixture, client, narrow.refresh_token, { scope: "orders:write" }))).toBe(
      "invalid_scope",
    );
    expect(await refusal(refresh(fixture, client, narrow.refresh_token, { scope: "nonsense" }))).toBe("invalid_scope");
    // Refused requests do not use up the token.
    const wide = await refresh(fixture, client, narrow.refresh_token);
    expect(wide.scope).toBe("account:read listings:write");
  });

  test("repeated within 10 s: the same successor", async () => {
    const { refresh_token } = await newTokens();
    const first = await refresh(fixture, client, refresh_token);
    fixture.pass(10);
    const again = await refresh(fixture, client, refresh_token);
    expect(again).toEqual({ ...first, expires_in: 3590 });
    expect(await opens(again.access_token)).toBe(true);
  });

  test("repeated ten times at once: the same successor, which stays valid", async () => {
    const { refresh_token } = await newTokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(fixture, client, refresh_token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const next = await refresh(fixture, client, answers[9]!.refresh_token);
    expect(await opens(next.access_token)).toBe(true);
  });

  test.each<[string, (successor: string) => Promise<unknown>]>([
    ["after 10 s", async () => fixture.pass(11)],
    ["after its successor was used", (successor) => refresh(fixture, client, successor)],
  ])("repeated %s: its grant ends, others remain (OAuth 2.1 §4.3.1)", async (_when, meanwhile) => {
    const neighbour = await neighbourTokens();
    const { refresh_token } = await newTokens();
    const successor = await refresh(fixture, client, refresh_token);
    await meanwhile(successor.refresh_token);
    expect(await refusal(refresh(fixture, client, refresh_token))).toBe("invalid_grant");
    expect(await opens(successor.access_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, successor.refresh_token))).toBe("invalid_grant");
    expect(await opens(neighbour.access_token, otherResource)).toBe(true);
    expect(await refusal(refresh(fixture, client, neighbour.refresh_token))).toBe("none");
  });

  test("of another client: invalid_grant, and the token stays valid for its client", async () => {
    const { refresh_token } = await newTokens();
    expect(await refusal(refresh(fixture, otherClient, refresh_token))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, client, refresh_token))).toBe("none");
    expect(await refusal(refresh(fixture, otherClient, refresh_token))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, client, refresh_token))).toBe("none");
  });

  test("other resource: invalid_target", async () => {
    const { refresh_token } = await newTokens();
    expect(await refusal(refresh(fixture, client, refresh_token, { resource: otherResource }))).toBe("invalid_target");
    expect(await refusal(refresh(fixture, client, refresh_token, { resource: mainResource }))).toBe("none");
  });

  test("expires 30 days after its own issue", async () => {
    const first = await newTokens();
    fixture.pass(30 * 86_400 - 1);
    const second = await refresh(fixture, client, first.refresh_token);
    fixture.pass(30 * 86_400 - 1);
    const third = await refresh(fixture, client, second.refresh_token);
    fixture.pass(30 * 86_400);
    expect(await refusal(refresh(fixture, client, third.refresh_token))).toBe("invalid_grant");
  });

  test("access and refresh tokens cannot replace each other", async () => {
    const tokens = await newTokens();
    expect(await opens(tokens.refresh_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, tokens.access_token))).toBe("invalid_grant");
    expect(await opens(tokens.access_token)).toBe(true);
  });
});

describe("new consent", () => {
  test("ends earlier tokens and codes of the client, and grants only the new scopes", async () => {
    const wide = await newTokens();
    const waiting = await newCode(fixture, client);
    const narrow = await spend(fixture, client, await newCode(fixture, client, { scopes: ["account:read"] }));
    expect(narrow.scope).toBe("account:read");
    expect(await opens(wide.access_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, wide.refresh_token))).toBe("invalid_grant");
    expect(await refusal(spend(fixture, client, waiting))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, client, narrow.refresh_token, { scope: "listings:write" }))).toBe(
      "invalid_scope",
    );
    expect(await opens(narrow.access_token)).toBe(true);
    const grants = await grantsOfAccount(fixture.store.read, fixture.accountId);
    const own = grants.filter(({ clientId, resource }) => clientId === client && resource === mainResource);
    expect(own.map(({ scopes }) => scopes)).toEqual([["account:read"]]);
  });

  test("keeps waiting approval requests, unless the app no longer needs approval", async () => {
    const approvalPolicy = { allowed: [], listings: null, monthly: null, until: null };
    const ownGrant = async () =>
      (await grantsOfAccount(fixture.store.read, fixture.accountId)).filter(
        ({ clientId, resource }) => clientId === client && resource === mainResource,
      )[0]!.id;
    const { accountId } = fixture;
    const waiting = async () =>
      (await waitingApprovalRequests(fixture.store.read, accountId, fixture.server.now())).map(
        ({ credentialId }) => credentialId,
      );
    await newCode(fixture, client, { approvalPolicy });
    const call = { operation: "archive_listing", input: {}, inputHash: "a", reason: "", before: {}, after: {} };
    const by = { accountId, siteId: 1, credentialKind: "grant", credentialId: await ownGrant() } as const;
    const expiresAt = new Date(fixture.server.now().getTime() + 60_000).toISOString();
    await fixture.store.write((tx) => addSite(tx));
    await fixture.store.write((tx) => addApprovalRequest(tx, { ...by, ...call, expiresAt }, fixture.server.now()));
    await newCode(fixture, client, { approvalPolicy });
    expect(await waiting()).toEqual([await ownGrant()]);
    expect(by.credentialId).not.toBe(await ownGrant());
    await newCode(fixture, client);
    expect(await waiting()).toEqual([]);
  });

  test("does not affect other clients, resources and accounts", async () => {
    const other = await spend(fixture, otherClient, await newCode(fixture, otherClient));
    const elsewhere = await neighbourTokens();
    const { id: accountId } = await fixture.store.write((tx) =>
      createAccount(tx, { email: "second@example.test", name: "Second", isVerified: true }, fixture.server.now()),
    );
    const second = await spend(fixture, client, await newCode({ ...fixture, accountId }, client));
    await newTokens();
    expect(await opens(other.access_token)).toBe(true);
    expect(await opens(second.access_token)).toBe(true);
    expect(await opens(elsewhere.access_token, otherResource)).toBe(true);
  });

  test("without scopes: the earlier grant remains", async () => {
    const tokens = await newTokens();
    await newCode(fixture, client, { scopes: [] }).catch(() => undefined);
    expect(await opens(tokens.access_token)).toBe(true);
  });
});

test("suspended account: no tokens until it is restored", async () => {
  const { refresh_token } = await newTokens();
  const code = await newCode(fixture, otherClient);
  const suspend = (suspendedAt: string | null) =>
    fixture.store.write((tx) => updateAccount(tx, fixture.accountId, { suspendedAt }, fixture.server.now()));
  await suspend(fixture.server.now().toISOString());
  expect(await refusal(refresh(fixture, client, refresh_token))).toBe("invalid_grant");
  expect(await refusal(spend(fixture, otherClient, code))).toBe("invalid_grant");
  await suspend(null);
  expect(await refusal(refresh(fixture, client, refresh_token))).toBe("none");
});
