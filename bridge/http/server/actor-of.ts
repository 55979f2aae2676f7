import { allScopes } from "#auth/scopes.ts";
import { verifyBearer } from "#auth/verify.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { type Actor, anonymous } from "#tools/core/operations/actor.ts";
import type { Runtime, ServedSite } from "./runtime.ts";

/**
 * Returns the caller: anonymous without an Authorization header, otherwise the owner of the access token or API key.
 * Throws 401 for an invalid token, even for public operations, so that the client notices the error.
 */
export async function actorOf(request: Request, runtime: Runtime, { site, urls }: ServedSite): Promise<Actor> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return anonymous;
  const [, presented] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization.trim()) ?? [];
  if (presented === undefined)
    throw refused("Send an Authorization header with “Bearer” and an access token or API key.");
  const bearer = await verifyBearer(runtime.store.read, presented, urls.mcp, runtime.now(), site.id);
  if (!bearer)
    throw refused(
      "The access token or API key is not valid. It may be mistyped, expired, revoked or for another site. " +
        `The user can create an API key at ${urls.base}/account/keys, or connect the app again.`,
    );
  runtime.lastUsed.touch(bearer.credential.kind, bearer.credential.id);
  const { credential, ...rest } = bearer;
  return { kind: credential.kind === "key" ? "key" : "app", credential, ...rest };
}

// The scopes of an invalid token are unknown, so the challenge requests all scopes.
const refused = (detail: string) => new Problem("unauthenticated", detail, { isTokenRefused: true, scopes: allScopes });

/**
 * Returns the `WWW-Authenticate` header of a 401 or 403 (RFC 6750 §3, RFC 9728 §5.1), or null for other problems.
 * `error` is left out if no token was sent (RFC 6750 §3.1); `scope` lists the scopes to request.
 */
export function challenge(problem: Problem, base: string): string | null {
  if (problem.code !== "unauthenticated" && problem.code !== "insufficient_scope") return null;
  const error =
    problem.code === "insufficient_scope" ? "insufficient_scope" : problem.isTokenRefused ? "invalid_token" : null;
  const parameters = {
    ...(error && { error, error_description: problem.detail.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'") }),
    resource_metadata: `${base}/.well-known/oauth-protected-resource/mcp`,
    ...(problem.scopes && { scope: problem.scopes.join(" ") }),
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
