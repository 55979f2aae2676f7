import { createHash } from "node:crypto";
import type { AuthContext } from "#auth/auth-context.ts";
import { allow, readAuthorizationRequest } from "#auth/oauth/authorize.ts";
import { OAuthError } from "#auth/oauth/errors.ts";
import { register } from "#auth/oauth/register.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import { exchangeToken, type TokenResponse } from "#auth/oauth/token.ts";
import { allScopes, type Scope } from "#auth/scopes.ts";
import { createAccount } from "#db/queries/accounts/accounts.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { emptyStore, testNow } from "../server/harness.ts";

export const issuer = "https://slipway.test";
export const mainResource = `${issuer}/mcp`;
export const otherResource = "https://other.slipway.test/mcp";
export const redirectUri = "https://app.test/callback";
export const verifier = "v".repeat(43);
export const challengeOf = (text: string) => createHash("sha256").update(text).digest("base64url");

export type Authorization = Awaited<ReturnType<typeof openAuthorization>>;

/** Opens an authorization server without HTTP and network, with one person and a clock that the test moves. */
export async function openAuthorization() {
  const store = emptyStore();
  let now = testNow;
  const server: AuthorizationServer = {
    issuer,
    store,
    resources: async () => [mainResource, otherResource],
    fetchDocument: () => Promise.reject(new Error("there is no network")),
    now: () => now,
  };
  const { id: accountId } = await store.write((tx) =>
    createAccount(tx, { email: "person@example.test", name: "Person", isVerified: true }, now),
  );
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const site = { id: 1, name: "Slipway", base: issuer };
  const authContext = (): AuthContext => ({ store, site, requestId: "test", now });
  return { server, store, accountId, authContext, pass };
}

/** Registers a client, public by default. */
export async function newClient(
  { server }: Authorization,
  metadata: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const defaults = { redirect_uris: [redirectUri], client_name: "An app", token_endpoint_auth_method: "none" };
  const answer = await register(server, { ...defaults, ...metadata });
  return { id: String(answer.client_id), secret: String(answer.client_secret) };
}

/** Returns a code that the person allowed. */
export async function newCode(
  { server, accountId, authContext }: Authorization,
  clientId: string,
  {
    scopes = allScopes,
    approvalPolicy = null,
    ...more
  }: { scopes?: Scope[]; approvalPolicy?: ApprovalPolicy | null; resource?: string } = {},
): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...more,
  });
  const request = await readAuthorizationRequest(server, query, "192.0.2.1");
  return new URL(await allow(server, authContext(), request, accountId, scopes, approvalPolicy)).searchParams.get(
    "code",
  )!;
}

export const askToken = (
  { server }: Authorization,
  parameters: Record<string, string>,
  authorization: string | null = null,
): Promise<TokenResponse> => exchangeToken(server, authorization, new URLSearchParams(parameters));

export const spend = (
  authorization: Authorization,
  clientId: string,
  code: string,
  more: Record<string, string> = {},
): Promise<TokenResponse> =>
  askToken(authorization, {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    ...more,
  });

export const refresh = (
  authorization: Authorization,
  clientId: string,
  refreshToken: string,
  more: Record<string, string> = {},
): Promise<TokenResponse> =>
  askToken(authorization, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...more });

/** Returns the error code of a refused request, or "none". */
export const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => "none",
    (error: unknown) => {
      if (error instanceof OAuthError) return error.code;
      throw error;
    },
  );
