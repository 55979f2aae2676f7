import { deleteToken, tokenByHash } from "#db/queries/accounts/oauth.ts";
import { hashSecret } from "../secrets.ts";
import { authenticateClient } from "./clients.ts";
import { endGrant } from "./end-grant.ts";
import { OAuthError } from "./errors.ts";
import { readParameters } from "./parameters.ts";
import type { AuthorizationServer } from "./server.ts";

/** The revocation endpoint (RFC 7009). A refresh token takes its whole grant along, an access token only itself. Throws OAuthError. */
export async function revokeToken(
  server: AuthorizationServer,
  authorization: string | null,
  body: URLSearchParams,
): Promise<void> {
  const parameters = readParameters(body);
  const { token } = parameters;
  const client = await authenticateClient(server, authorization, parameters);
  if (token === undefined) throw new OAuthError("invalid_request", "token is missing");
  const refused = await server.store.write(async (tx) => {
    const found = await tokenByHash(tx, hashSecret(token));
    // §2.2: a token that is not known is as good as revoked.
    if (!found) return null;
    // §2.1: one that belongs to another client is refused.
    if (found.clientId !== client.id) return new OAuthError("invalid_grant", "the token was given to another client");
    if (found.kind === "refresh") await endGrant(tx, found, "revoked by the client", server.now());
    else await deleteToken(tx, found.tokenHash);
    return null;
  });
  if (refused) throw refused;
}
