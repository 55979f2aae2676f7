import { type ApiKey, createApiKey, keyPrefixOf } from "#db/queries/accounts/accounts.ts";
import type { Tx } from "#db/store/store.ts";
import type { Scope } from "./scopes.ts";
import { hashSecret, newSecret } from "./secrets.ts";

export interface KeyRequest {
  accountId: number;
  name: string;
  scopes: Scope[];
  isTest: boolean;
  expiresAt: string | null;
}

/** Makes an API key. The key itself is returned this once and stored nowhere. */
export async function issueApiKey(tx: Tx, request: KeyRequest, now: Date): Promise<{ key: string; row: ApiKey }> {
  const key = newSecret(keyPrefixOf(request.isTest));
  const row = await createApiKey(tx, { ...request, keyHash: hashSecret(key), ending: key.slice(-4) }, now);
  return { key, row };
}
