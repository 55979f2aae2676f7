import { allScopes, isScope, type Scope } from "../scopes.ts";
import { OAuthError } from "./errors.ts";

// In OpenID Connect, this scope asks for a refresh token. Here, every client gets one without asking.
const ignored = new Set(["offline_access"]);

/**
 * Returns the scopes of a `scope` parameter in the order of `allScopes`, or null if it has none. Throws invalid_scope.
 */
export function parseScope(scope: string | undefined): Scope[] | null {
  const requested = new Set((scope ?? "").split(" ").filter((name) => name !== "" && !ignored.has(name)));
  for (const name of requested)
    if (!isScope(name))
      throw new OAuthError("invalid_scope", `the scope is unknown; known scopes are ${allScopes.join(", ")}`);
  return requested.size === 0 ? null : allScopes.filter((name) => requested.has(name));
}
