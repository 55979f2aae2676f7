import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Authorization,
  challengeOf,
  issuer,
  mainResource,
  newClient,
  openAuthorization,
  otherResource,
  redirectUri,
  spend,
  verifier,
} from "#test/support/clients/authorization.ts";
import { allow, deny, RedirectedError, readAuthorizationRequest } from "./authorize.ts";
import { OAuthError } from "./errors.ts";

let fixture: Authorization;
let client: string;
beforeAll(async () => {
  fixture = await openAuthorization();
  client = (await newClient(fixture)).id;
});
afterAll(() => fixture.store.close());

type Changes = Record<string, string | string[] | undefined>;

function queryWith(changes: Changes): URLSearchParams {
  const query = new URLSearchParams();
  const request = {
    response_type: "code",
    client_id: client,
    redirect_uri: redirectUri,
    state: "s t&a=te",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, values] of Object.entries(request))
    for (const value of [values].flat()) if (value !== undefined) query.append(name, value);
  return query;
}
const read = (changes: Changes = {}) => readAuthorizationRequest(fixture.server, queryWith(changes), "192.0.2.1");

async function failure(changes: Changes): Promise<OAuthError | RedirectedError> {
  const error = await read(changes).then(
    () => null,
    (error: unknown) => error,
  );
  if (error instanceof OAuthError || error instanceof RedirectedError) return error;
  throw error ?? new Error("the request was accepted");
}

test("full request: all parameters are read", async () => {
  expect(await read({ scope: "orders:write account:read", resource: otherResource })).toMatchObject({
    client: { id: client },
    redirectUri,
    state: "s t&a=te",
    scopes: ["account:read", "orders:write"],
    resource: otherResource,
    codeChallenge: challengeOf(verifier),
  });
});

test("minimal request: the only redirect URI, all scopes, the main resource, no state", async () => {
  const request = await read({ redirect_uri: undefined, state: undefined, code_challenge_method: "S256" });
  expect(request).toMatchObject({
    redirectUri,
    resource: mainResource,
    scopes: ["account:read", "listings:write", "orders:write"],
  });
  expect(request.state).toBeUndefined();
});

test("resource: other spellings of the same URL are recognised", async () => {
  const profile = `${mainResource}?profile=read`;
  for (const resource of [`${mainResource}/`, "HTTPS://Slipway.TEST/mcp", "https://slipway.test:443/mcp", profile])
    expect((await read({ resource })).resource).toBe(mainResource);
});

describe("no redirect: the error is thrown for our own page (RFC 6749 §4.1.2.1)", () => {
  test.each<[string, Changes, string]>([
    ["no client", { client_id: undefined }, "invalid_request"],
    ["an empty client", { client_id: "" }, "invalid_request"],
    ["an unknown client", { client_id: "unknown" }, "invalid_client"],
    ["two clients", { client_id: ["a", "b"] }, "invalid_request"],
    ["a client id too long", { client_id: "x".repeat(2001) }, "invalid_request"],
    ["another redirect", { redirect_uri: "https://evil.test/callback" }, "invalid_request"],
    ["a longer redirect", { redirect_uri: `${redirectUri}/x` }, "invalid_request"],
    ["a redirect with a fragment", { redirect_uri: `${redirectUri}#x` }, "invalid_request"],
    ["a scheme that browsers run", { redirect_uri: "javascript:alert(1)" }, "invalid_request"],
    ["two redirects", { redirect_uri: [redirectUri, redirectUri] }, "invalid_request"],
  ])("%s", async (_name, changes, code) => {
    const error = await failure({ ...changes, response_type: "token" });
    expect(error).toBeInstanceOf(OAuthError);
    expect((error as OAuthError).code).toBe(code as OAuthError["code"]);
  });

  test("no redirect_uri and several registered ones", async () => {
    const { id } = await newClient(fixture, { redirect_uris: [redirectUri, "https://app.test/other"] });
    expect(await failure({ client_id: id, redirect_uri: undefined })).toBeInstanceOf(OAuthError);
  });
});

describe("redirect with error, state and iss (RFC 6749 §4.1.2.1, RFC 9207 §2)", () => {
  test.each<[string, Changes, string]>([
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["response_type token", { response_type: "token" }, "unsupported_response_type"],
    ["response_type code token", { response_type: "code token" }, "unsupported_response_type"],
    ["response_mode fragment", { response_mode: "fragment" }, "invalid_request"],
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["no method, which means plain", { code_challenge_method: undefined }, "invalid_request"],
    ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge too short", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["a challenge in base64", { code_challenge: `${"x".repeat(42)}+` }, "invalid_request"],
    ["an unknown scope", { scope: "account:read admin" }, "invalid_scope"],
    ["the name of a JavaScript property as scope", { scope: "constructor" }, "invalid_scope"],
    ["an unknown resource", { resource: "https://elsewhere.test/mcp" }, "invalid_target"],
    ["a resource below ours", { resource: `${mainResource}/x` }, "invalid_target"],
    ["a resource with a fragment", { resource: `${mainResource}#x` }, "invalid_target"],
    ["a resource that is not a URL", { resource: "mcp" }, "invalid_target"],
    ["two resources", { resource: [mainResource, otherResource] }, "invalid_target"],
    ["two scopes parameters", { scope: ["account:read", "account:read"] }, "invalid_request"],
    ["a scope too long", { scope: "x".repeat(1001) }, "invalid_request"],
  ])("%s", async (_name, changes, code) => {
    const error = await failure(changes);
    expect(error).toBeInstanceOf(RedirectedError);
    const { origin, pathname, searchParams } = new URL((error as RedirectedError).location);
    expect(origin + pathname).toBe(redirectUri);
    expect(Object.fromEntries(searchParams)).toEqual({
      error: code,
      error_description: expect.any(String),
      state: "s t&a=te",
      iss: issuer,
    });
  });

  test("two states: none is returned; a state that is too long is returned", async () => {
    const twice = (await failure({ state: ["a", "b"] })) as RedirectedError;
    expect(new URL(twice.location).searchParams.has("state")).toBe(false);
    expect(new URL(twice.location).searchParams.get("error")).toBe("invalid_request");
    const long = (await failure({ state: "x".repeat(4001) })) as RedirectedError;
    expect(new URL(long.location).searchParams.get("state")).toBe("x".repeat(4001));
  });

  test("native app: the redirect keeps the requested port and the registered query", async () => {
    const registered = "http://127.0.0.1:3000/callback?tenant=1";
    const { id } = await newClient(fixture, { redirect_uris: [registered] });
    const redirect_uri = "http://127.0.0.1:49152/callback?tenant=1";
    const error = (await failure({ client_id: id, redirect_uri, response_type: "token" })) as RedirectedError;
    expect(error.location).toStartWith(`${redirect_uri}&error=unsupported_response_type&`);
  });
});

test("allowed: code, state and iss, for the chosen scopes", async () => {
  const request = await read({ scope: "account:read listings:write" });
  const location = new URL(
    await allow(fixture.server, fixture.authContext(), request, fixture.accountId, ["listings:write", "orders:write"]),
  );
  expect(location.origin + location.pathname).toBe(redirectUri);
  expect([...location.searchParams.keys()].sort()).toEqual(["code", "iss", "state"]);
  expect(location.searchParams.get("iss")).toBe(issuer);
  // Scopes that were not requested are not granted.
  expect((await spend(fixture, client, location.searchParams.get("code")!)).scope).toBe("listings:write");
});

test("denied, or no requested scope chosen: access_denied", async () => {
  const request = await read({ scope: "account:read" });
  for (const location of [
    deny(fixture.server, request),
    await allow(fixture.server, fixture.authContext(), request, fixture.accountId, []),
    await allow(fixture.server, fixture.authContext(), request, fixture.accountId, ["orders:write"]),
  ])
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "s t&a=te",
      iss: issuer,
    });
});
