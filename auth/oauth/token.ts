import { createHash } from "node:crypto";
import { type OAuthClient, spendCode, spendRefreshToken } from "#db/queries/accounts/credentials.ts";
import { codeByHash, saveTokens, type TokenRow, tokenByHash } from "#db/queries/accounts/oauth.ts";
import type { Tx } from "#db/store/store.ts";
import { derivedSecret, hashSecret, newSecret } from "../secrets.ts";
import { authenticateClient } from "./clients.ts";
import { endGrant } from "./end-grant.ts";
import { OAuthError } from "./errors.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { parseScope } from "./scope-parameter.ts";
import { type AuthorizationServer, after, knownResource, lifetimes } from "./server.ts";

export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** The token endpoint (RFC 6749 §3.2): exchanges a code or a refresh token. Throws OAuthError. */
export async function exchangeToken(
  server: AuthorizationServer,
  authorization: string | null,
  body: URLSearchParams,
): Promise<TokenResponse> {
  const parameters = readParameters(body);
  if (parameters.grant_type === undefined) throw new OAuthError("invalid_request", "grant_type is missing");
  const exchange = grantTypes.get(parameters.grant_type);
  if (!exchange)
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
  const client = await authenticateClient(server, authorization, parameters);
  const resource = parameters.resource === undefined ? null : await knownResource(server, parameters.resource);
  if (parameters.resource !== undefined && resource === null)
    throw new OAuthError("invalid_target", "resource is not a protected resource of this server");
  // Some errors revoke a grant. Errors are therefore returned, not thrown, so that the transaction commits.
  const outcome = await server.store.write((tx) => exchange(tx, { client, parameters, resource, now: server.now() }));
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

interface Exchange {
  client: OAuthClient;
  parameters: Parameters;
  resource: string | null;
  now: Date;
}
type Outcome = TokenResponse | OAuthError;

const grantTypes = new Map<string, (tx: Tx, exchange: Exchange) => Promise<Outcome>>([
  ["authorization_code", exchangeCode],
  ["refresh_token", exchangeRefreshToken],
]);

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);

async function exchangeCode(tx: Tx, { client, parameters, resource, now }: Exchange): Promise<Outcome> {
  const { code, code_verifier, redirect_uri } = parameters;
  if (code === undefined) return new OAuthError("invalid_request", "code is missing");
  if (code_verifier === undefined) return new OAuthError("invalid_request", "code_verifier is missing");
  const found = await codeByHash(tx, hashSecret(code));
  if (!found || found.clientId !== client.id)
    return invalidGrant("the code is unknown or was issued to another client");
  // RFC 7636 §4.6.
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier) || s256(code_verifier) !== found.codeChallenge)
    return invalidGrant("code_verifier does not match code_challenge");
  // RFC 6749 §4.1.3 requires redirect_uri; OAuth 2.1 §4.1.3 no longer includes it.
  if (redirect_uri !== undefined && redirect_uri !== found.redirectUri)
    return invalidGrant("redirect_uri differs from the authorization request");
  if (resource !== null && resource !== found.resource)
    return new OAuthError("invalid_target", "resource differs from the authorization request");
  // RFC 6749 §4.1.2: a second use means that the code was intercepted, so the tokens from the first use are revoked
  // too.
  if (!(await spendCode(tx, hashSecret(code), now))) {
    await endGrant(tx, found, "code used twice", now);
    return invalidGrant("the code has already been used, so access was revoked");
  }
  if (found.revokedAt !== null) return invalidGrant("access was revoked");
  if (found.suspendedAt !== null) return invalidGrant("the account is suspended");
  if (found.expiresAt <= now.toISOString())
    return invalidGrant(`the code has expired; codes are valid for ${lifetimes.codeSeconds} seconds`);
  return issue(tx, found, found.scopes, { accessToken: newSecret("slat_"), refreshToken: newSecret("slrt_") }, now);
}

const s256 = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

async function exchangeRefreshToken(tx: Tx, { client, parameters, resource, now }: Exchange): Promise<Outcome> {
  const { refresh_token, scope } = parameters;
  if (refresh_token === undefined) return new OAuthError("invalid_request", "refresh_token is missing");
  const found = await tokenByHash(tx, hashSecret(refresh_token));
  if (found?.kind !== "refresh" || found.clientId !== client.id)
    return invalidGrant("the refresh token is unknown or was issued to another client");
  if (found.revokedAt !== null) return invalidGrant("access was revoked; the user must allow it again");
  if (found.suspendedAt !== null) return invalidGrant("the account is suspended");
  if (found.expiresAt <= now.toISOString())
    return invalidGrant("the refresh token has expired; the user must allow access again");
  if (resource !== null && resource !== found.resource)
    return new OAuthError("invalid_target", "resource differs from the authorization request");
  const scopes = narrowScopes(found.scopes, scope);
  if (scopes instanceof OAuthError) return scopes;

  const salt = newSecret();
  if (await spendRefreshToken(tx, found.tokenHash, salt, now))
    return issue(tx, found, scopes, successors(refresh_token, salt), now);
  return repeatOrRevoke(tx, found, refresh_token, now);
}

const successors = (refreshToken: string, salt: string) => ({
  accessToken: derivedSecret(refreshToken, salt, "access", "slat_"),
  refreshToken: derivedSecret(refreshToken, salt, "refresh", "slrt_"),
});

/**
 * Handles a refresh token that was already used. If it was used only seconds ago and its successor is unused, the
 * response was probably lost, or the request was sent twice. The client then gets the same successor. Otherwise, we
 * assume theft and revoke the grant (OAuth 2.1 §4.3.1).
 */
async function repeatOrRevoke(tx: Tx, spent: TokenRow, refreshToken: string, now: Date): Promise<Outcome> {
  const next = successors(refreshToken, spent.successorSalt!);
  const refresh = await tokenByHash(tx, hashSecret(next.refreshToken));
  const access = await tokenByHash(tx, hashSecret(next.accessToken));
  const isSoon = now.getTime() - Date.parse(spent.spentAt!) <= lifetimes.repeatSeconds * 1000;
  if (isSoon && refresh && access && refresh.spentAt === null)
    return tokenResponse(next, access.scopes, access.expiresAt, now);
  await endGrant(tx, spent, "refresh token used twice", now);
  return invalidGrant("the refresh token has already been used, so access was revoked");
}

// RFC 6749 §6 allows no scope beyond those that were granted.
function narrowScopes(granted: string[], asked: string | undefined): string[] | OAuthError {
  try {
    const scopes = parseScope(asked);
    if (scopes === null) return granted;
    if (scopes.every((scope) => granted.includes(scope))) return scopes;
    const advice = "send a new authorization request to ask for more";
    return new OAuthError("invalid_scope", `only these scopes have been granted: ${granted.join(", ")}; ${advice}`);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

type TokenPair = ReturnType<typeof successors>;

async function issue(
  tx: Tx,
  { grantId, scopes }: Pick<TokenRow, "grantId" | "scopes">,
  accessScopes: string[],
  tokens: TokenPair,
  now: Date,
): Promise<TokenResponse> {
  const expiresAt = after(now, lifetimes.accessTokenSeconds);
  // The refresh token keeps all the scopes of the grant (RFC 6749 §6).
  const refresh = { kind: "refresh", grantId, scopes, expiresAt: after(now, lifetimes.refreshTokenSeconds) } as const;
  const access = { kind: "access", grantId, scopes: accessScopes, expiresAt } as const;
  const [accessHash, refreshHash] = [hashSecret(tokens.accessToken), hashSecret(tokens.refreshToken)];
  await saveTokens(
    tx,
    [
      { tokenHash: accessHash, ...access },
      { tokenHash: refreshHash, ...refresh },
    ],
    now,
  );
  return tokenResponse(tokens, accessScopes, expiresAt, now);
}

const tokenResponse = (tokens: TokenPair, scopes: string[], expiresAt: string, now: Date): TokenResponse => ({
  access_token: tokens.accessToken,
  token_type: "Bearer",
  expires_in: Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000),
  refresh_token: tokens.refreshToken,
  scope: scopes.join(" "),
});
