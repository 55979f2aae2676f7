import { registerClient } from "#db/queries/accounts/oauth.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { parseClientMetadata } from "./client-metadata.ts";
import type { AuthorizationServer } from "./server.ts";

export async function register(server: AuthorizationServer, body: unknown): Promise<Record<string, unknown>> {
  const metadata = parseClientMetadata(body, "invalid_client_metadata");
  const id = crypto.randomUUID();
  const secret = metadata.token_endpoint_auth_method === "none" ? null : newSecret("slcs_");
  const now = server.now();
  await server.store.write((tx) => registerClient(tx, { id, secretHash: secret && hashSecret(secret), metadata }, now));
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    ...metadata,
  };
}
