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
/** Tokens of the same client and person, for another resource. */
const neighbourTokens = async () => spend(fixture, client, await newCode(fixture, client, { resource: otherResource }));

describe("requests that cannot be read", () => {
  test.each<[string, Record<string, string>, string]>([
    ["no grant_type", { client_id: "x" }, "invalid_request"],
    ["password", { grant_type: "password" }, "unsupported_grant_type"],
    ["client_credentials", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["a name of JavaScript's own", { grant_type: "toString" }, "unsupported_grant_type"],
    ["an unknown client", { grant_type: "authorization_code", client_id: "x" }, "invalid_client"],
    ["no code", { grant_type: "authorization_code" }, "invalid_request"],
    ["no verifier", { grant_type: "authorization_code", code: "x" }, "invalid_request"],
    ["no refresh token", { grant_type: "refresh_token" }, "invalid_request"],
    ["an unknown resource", { grant_type: "refresh_token", resource: "https://elsewhere.test" }, "invalid_target"],
  ])("%s", async (_name, parameters, code) => {
    expect(await refusal(askToken(fixture, { client_id: client, ...parameters }))).toBe(code);
  });
});

describe("a code", () => {
  test("becomes tokens for what was allowed", async () => {
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

  test("is kept for the right request when a wrong one comes first", async () => {
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

  test("that is not known is refused", async () => {
    expect(await refusal(spend(fixture, client, "unknown"))).toBe("invalid_grant");
  });

  test("lives 60 s", async () => {
    const [first, second] = [await newCode(fixture, client), await newCode(fixture, otherClient)];
    fixture.pass(59);
    expect(await refusal(spend(fixture, client, first))).toBe("none");
    fixture.pass(1);
    expect(await refusal(spend(fixture, otherClient, second))).toBe("invalid_grant");
  });

  test("used twice ends its own grant and no other of the same client and person (RFC 6749 §4.1.2)", async () => {
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

  // RFC 6749 §4.1.2 says MUST deny and SHOULD revoke, with no grace as for refresh tokens. A client that submits twice
  // has its person allow it once more; nothing that may have leaked stays alive.
  test("used ten times at once gives tokens to one request, and they end with the second", async () => {
    const code = await newCode(fixture, client);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => spend(fixture, client, code)));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    expect(given).toHaveLength(1);
    expect(await opens(given[0]!.access_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, given[0]!.refresh_token))).toBe("invalid_grant");
    // The person allows it again, and all is well.
    expect(await opens((await newTokens()).access_token)).toBe(true);
  });

  test("of a confidential client needs its secret", async () => {
    const { id, secret } = await newClient(fixture, { token_endpoint_auth_method: "client_secret_post" });
    const code = await newCode(fixture, id);
    expect(await refusal(spend(fixture, id, code))).toBe("invalid_client");
    expect(await refusal(spend(fixture, id, code, { client_secret: secret }))).toBe("none");
  });
});

describe("a refresh token", () => {
  test("is exchanged for a new pair, and the pair for the next", async () => {
    const first = await newTokens();
    const second = await refresh(fixture, client, first.refresh_token, { resource: mainResource });
    const third = await refresh(fixture, client, second.refresh_token);
    const all = [first, second, third].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]);
    expect(new Set(all).size).toBe(6);
    expect(third).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: first.scope });
    expect(await opens(third.access_token)).toBe(true);
  });

  test("narrows the access token only; the next may have all again, and never more (RFC 6749 §6)", async () => {
    const code = await newCode(fixture, client, { scopes: ["account:read", "listings:write"] });
    const first = await spend(fixture, client, code);
    const narrow = await refresh(fixture, client, first.refresh_token, { scope: "account:read" });
    expect(narrow.scope).toBe("account:read");
    expect(await refusal(refresh(fixture, client, narrow.refresh_token, { scope: "orders:write" }))).toBe(
      "invalid_scope",
    );
    expect(await refusal(refresh(fixture, client, narrow.refresh_token, { scope: "nonsense" }))).toBe("invalid_scope");
    // A refused request spends nothing.
    const wide = await refresh(fixture, client, narrow.refresh_token);
    expect(wide.scope).toBe("account:read listings:write");
  });

  test("given again within 10 s brings the same successor", async () => {
    const { refresh_token } = await newTokens();
    const first = await refresh(fixture, client, refresh_token);
    fixture.pass(10);
    const again = await refresh(fixture, client, refresh_token);
    expect(again).toEqual({ ...first, expires_in: 3590 });
    expect(await opens(again.access_token)).toBe(true);
  });

  test("given ten times at once brings ten times the same family, which lives on", async () => {
    const { refresh_token } = await newTokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(fixture, client, refresh_token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const next = await refresh(fixture, client, answers[9]!.refresh_token);
    expect(await opens(next.access_token)).toBe(true);
  });

  test.each<[string, (successor: string) => Promise<unknown>]>([
    ["after 10 s", async () => fixture.pass(11)],
    ["once its successor was used", (successor) => refresh(fixture, client, successor)],
  ])("given again %s ends its own grant and no other (OAuth 2.1 §4.3.1)", async (_when, meanwhile) => {
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

  test("belongs to its client, and another's try harms nothing", async () => {
    const { refresh_token } = await newTokens();
    expect(await refusal(refresh(fixture, otherClient, refresh_token))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, client, refresh_token))).toBe("none");
    expect(await refusal(refresh(fixture, otherClient, refresh_token))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, client, refresh_token))).toBe("none");
  });

  test("is for its resource", async () => {
    const { refresh_token } = await newTokens();
    expect(await refusal(refresh(fixture, client, refresh_token, { resource: otherResource }))).toBe("invalid_target");
    expect(await refusal(refresh(fixture, client, refresh_token, { resource: mainResource }))).toBe("none");
  });

  test("lives 30 days, each anew", async () => {
    const first = await newTokens();
    fixture.pass(30 * 86_400 - 1);
    const second = await refresh(fixture, client, first.refresh_token);
    fixture.pass(30 * 86_400 - 1);
    const third = await refresh(fixture, client, second.refresh_token);
    fixture.pass(30 * 86_400);
    expect(await refusal(refresh(fixture, client, third.refresh_token))).toBe("invalid_grant");
  });

  test("is neither an access token nor the other way round", async () => {
    const tokens = await newTokens();
    expect(await opens(tokens.refresh_token)).toBe(false);
    expect(await refusal(refresh(fixture, client, tokens.access_token))).toBe("invalid_grant");
    expect(await opens(tokens.access_token)).toBe(true);
  });
});

describe("a new consent", () => {
  test("ends what the same client had, also a code that waits, and widens nothing", async () => {
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

  test("keeps the calls that wait for approval, unless the app may make them itself", async () => {
    const bounds = { allowed: [], listings: null, monthly: null, until: null };
    const ownGrant = async () =>
      (await grantsOfAccount(fixture.store.read, fixture.accountId)).filter(
        ({ clientId, resource }) => clientId === client && resource === mainResource,
      )[0]!.id;
    const { accountId } = fixture;
    const waiting = async () =>
      (await waitingApprovalRequests(fixture.store.read, accountId, fixture.server.now())).map(
        ({ credentialId }) => credentialId,
      );
    await newCode(fixture, client, { approvalPolicy: bounds });
    const call = { operation: "archive_listing", input: {}, inputHash: "a", reason: "", before: {}, after: {} };
    const by = { accountId, siteId: 1, credentialKind: "grant", credentialId: await ownGrant() } as const;
    const expiresAt = new Date(fixture.server.now().getTime() + 60_000).toISOString();
    await fixture.store.write((tx) => addSite(tx));
    await fixture.store.write((tx) => addApprovalRequest(tx, { ...by, ...call, expiresAt }, fixture.server.now()));
    await newCode(fixture, client, { approvalPolicy: bounds });
    expect(await waiting()).toEqual([await ownGrant()]);
    expect(by.credentialId).not.toBe(await ownGrant());
    await newCode(fixture, client);
    expect(await waiting()).toEqual([]);
  });

  test("leaves other clients, resources and accounts alone", async () => {
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

  test("that gives the app nothing ends nothing", async () => {
    const tokens = await newTokens();
    await newCode(fixture, client, { scopes: [] }).catch(() => undefined);
    expect(await opens(tokens.access_token)).toBe(true);
  });
});

test("a suspended account gets no tokens until it is back", async () => {
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
