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

/** Creates an API key. Only its hash is stored, so the key can be shown only once. */
export async function issueApiKey(tx: Tx, request: KeyRequest, now: Date): Promise<{ key: string; row: ApiKey }> {
  const key = newSecret(keyPrefixOf(request.isTest));
  const row = await createApiKey(tx, { ...request, keyHash: hashSecret(key), ending: key.slice(-4) }, now);
  return { key, row };
}
