import { deleteToken, tokenByHash } from "#db/queries/accounts/oauth.ts";
import { hashSecret } from "../secrets.ts";
import { authenticateClient } from "./clients.ts";
import { endGrant } from "./end-grant.ts";
import { OAuthError } from "./errors.ts";
import { readParameters } from "./parameters.ts";
import type { AuthorizationServer } from "./server.ts";

/** Revokes an access token, or the whole grant of a refresh token (RFC 7009). Throws OAuthError. */
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
    // RFC 7009 §2.2 treats an unknown token as revoked.
    if (!found) return null;
    if (found.clientId !== client.id) return new OAuthError("invalid_grant", "the token was issued to another client");
    if (found.kind === "refresh") await endGrant(tx, found, "revoked by the client", server.now());
    else await deleteToken(tx, found.tokenHash);
    return null;
  });
  if (refused) throw refused;
}
