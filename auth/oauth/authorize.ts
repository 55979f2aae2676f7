import { accountById } from "#db/queries/accounts/accounts.ts";
import { moveApprovalRequests, withdrawApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import type { OAuthClient } from "#db/queries/accounts/credentials.ts";
import { createGrant, type Grant, grantsOfAccount, revokeGrants } from "#db/queries/accounts/oauth.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { type AuthContext, logAuth } from "../auth-context.ts";
import { notifyOfApp } from "../notify.ts";
import { allScopes, type Scope } from "../scopes.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { resolveClient } from "./clients.ts";
import { OAuthError } from "./errors.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { matchesRedirect, redirectFault } from "./redirects.ts";
import { parseScope } from "./scope-parameter.ts";
import { type AuthorizationServer, after, knownResource, lifetimes } from "./server.ts";

export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state?: string;
  scopes: Scope[];
  resource: string;
  codeChallenge: string;
}

/** An error that the client receives through the redirect URI, once the user has agreed to return to the client. */
export class RedirectedError extends Error {
  constructor(
    readonly error: OAuthError,
    readonly redirectUri: string,
    readonly location: string,
  ) {
    super(error.message);
  }
}

/**
 * Reads an authorization request. Throws OAuthError, or RedirectedError if the redirect URI is valid (RFC 6749
 * §4.1.2.1).
 */
export async function readAuthorizationRequest(
  server: AuthorizationServer,
  query: URLSearchParams,
  network: string,
): Promise<AuthorizationRequest> {
  const { client_id, redirect_uri } = readParameters(query, ["client_id", "redirect_uri"]);
  if (client_id === undefined) throw new OAuthError("invalid_request", "client_id is missing");
  const client = await resolveClient(server, client_id, { now: server.now(), network });
  const redirectUri = checkRedirect(client, redirect_uri);
  const state = onlyState(query);
  try {
    const parameters = readParameters(query);
    checkResponseType(parameters);
    const codeChallenge = checkChallenge(parameters);
    const scopes = parseScope(parameters.scope) ?? allScopes;
    const resource = await checkResource(server, parameters);
    return { client, redirectUri, state, scopes, resource, codeChallenge };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const response = { error: error.code, error_description: error.description };
    throw new RedirectedError(error, redirectUri, responseLocation(server, { redirectUri, state }, response));
  }
}

// RFC 6749 §4.1.2.1 requires the state in every error response. If the request has two `state` parameters, we cannot
// know which one the client meant.
function onlyState(query: URLSearchParams): string | undefined {
  const [state, ...more] = query.getAll("state");
  return more.length === 0 && state ? state : undefined;
}

// OAuth 2.1 §4.1.1 allows a request without `redirect_uri` only if the client registered exactly one URI.
function checkRedirect({ metadata }: OAuthClient, redirect_uri: string | undefined): string {
  if (redirect_uri === undefined) {
    const [only, ...others] = metadata.redirect_uris;
    if (only !== undefined && others.length === 0 && redirectFault(only) === null) return only;
    throw new OAuthError("invalid_request", "redirect_uri is missing");
  }
  if (!metadata.redirect_uris.some((registered) => matchesRedirect(registered, redirect_uri)))
    throw new OAuthError("invalid_request", "redirect_uri is not registered for this client");
  return redirect_uri;
}

function checkResponseType({ response_type, response_mode }: Parameters): void {
  if (response_type === undefined) throw new OAuthError("invalid_request", "response_type is missing");
  if (response_type !== "code") throw new OAuthError("unsupported_response_type", "response_type must be code");
  if (response_mode !== undefined && response_mode !== "query")
    throw new OAuthError("invalid_request", "response_mode must be query");
}

// RFC 7636 §4.3 and §4.4.1 define the parameters. OAuth 2.1 §4.1.1 allows the `plain` method only for compatibility, so
// we refuse it.
function checkChallenge({ code_challenge, code_challenge_method }: Parameters): string {
  if (code_challenge === undefined)
    throw new OAuthError("invalid_request", "code_challenge is missing; PKCE is required");
  if (code_challenge_method !== "S256") throw new OAuthError("invalid_request", "code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(code_challenge))
    throw new OAuthError("invalid_request", "code_challenge must be a SHA-256 hash in base64url");
  return code_challenge;
}

async function checkResource(server: AuthorizationServer, { resource }: Parameters): Promise<string> {
  const known = resource === undefined ? (await server.resources())[0]! : await knownResource(server, resource);
  if (known === null) throw new OAuthError("invalid_target", "resource is not a protected resource of this server");
  return known;
}

/**
 * Grants the chosen `scopes` and returns the URL to send the browser to. We email the user about a client that
 * is new to the account. The new grant replaces the client's earlier ones for the same resource and takes over their
 * approval requests.
 */
export async function allow(
  server: AuthorizationServer,
  authContext: AuthContext,
  request: AuthorizationRequest,
  accountId: number,
  scopes: Scope[],
  approvalPolicy: ApprovalPolicy | null = null,
): Promise<string> {
  const { site, now } = authContext;
  const granted = request.scopes.filter((scope) => scopes.includes(scope));
  if (granted.length === 0) return deny(server, request);
  const code = newSecret();
  const { client, resource, redirectUri, codeChallenge } = request;
  await authContext.store.write(async (tx) => {
    const known = await grantsOfAccount(tx, accountId);
    if (!known.some(({ clientId }) => clientId === client.id)) {
      const app = { name: client.metadata.client_name, scopes: granted };
      await notifyOfApp(tx, (await accountById(tx, accountId))!, site, app, now);
    }
    const isOlder = (grant: Grant) => grant.clientId === client.id && grant.resource === resource;
    const replaced = await revokeGrants(tx, accountId, "replaced by a new consent", now, isOlder);
    const grant = { accountId, clientId: client.id, scopes: granted, resource, approvalPolicy };
    const expiresAt = after(now, lifetimes.codeSeconds);
    const id = await createGrant(tx, grant, { codeHash: hashSecret(code), redirectUri, codeChallenge, expiresAt }, now);
    const replacedIds = replaced.map((grant) => grant.id);
    await moveApprovalRequests(tx, replacedIds, id);
    // Without an approval policy, the app can simply repeat its calls. If an earlier approval request stayed open,
    // approving it could run the same call again.
    if (approvalPolicy === null) await withdrawApprovalRequests(tx, { kind: "grant", id }, now);
    const facts = ({ scopes, approvalPolicy }: Pick<Grant, "scopes" | "approvalPolicy">) => ({
      scopes,
      ...(approvalPolicy && { approval_policy: approvalPolicy }),
    });
    await logAuth(tx, authContext, "connect_app", accountId, {
      subjects: [`app:${client.id}`, `account:${accountId}`],
      ...(replaced[0] && { before: facts(replaced[0]) }),
      after: facts(grant),
    });
  });
  return responseLocation(server, request, { code });
}

export const deny = (
  server: AuthorizationServer,
  request: Pick<AuthorizationRequest, "redirectUri" | "state">,
): string => responseLocation(server, request, { error: "access_denied", error_description: "the user denied access" });

// Every response, including an error, contains `iss` (RFC 9207 §2).
function responseLocation(
  { issuer }: AuthorizationServer,
  { redirectUri, state }: { redirectUri: string; state?: string },
  response: Record<string, string>,
): string {
  const parameters = new URLSearchParams({ ...response, ...(state !== undefined && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}
