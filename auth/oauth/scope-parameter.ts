import { allScopes, type Scope, scopes } from "../scopes.ts";
import { OAuthError } from "./errors.ts";

// Asks for a refresh token in OpenID Connect; ours are given anyway, and it is no permission to be shown.
const ignored = new Set(["offline_access"]);

/** A `scope` parameter as known scopes in our order, or null where it names none; throws invalid_scope for unknown ones. */
export function parseScope(scope: string | undefined): Scope[] | null {
  const asked = new Set((scope ?? "").split(" ").filter((name) => name !== "" && !ignored.has(name)));
  for (const name of asked)
    if (!Object.hasOwn(scopes, name)) throw new OAuthError("invalid_scope", `known scopes are ${allScopes.join(", ")}`);
  return asked.size === 0 ? null : allScopes.filter((name) => asked.has(name));
}
