import { type Db, preparedSql } from "../store.ts";

export interface BearerRow {
  id: number;
  accountId: number;
  scopes: string;
  clientId: string | null;
  isTest: number;
}

// One look-up each, by a unique index; nothing is written on the path of a request.
const keyQuery = preparedSql<BearerRow, [string, string]>(`
  SELECT k.id, k.account_id AS accountId, k.scopes, NULL AS clientId, max(k.is_test, a.is_review) AS isTest
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.key_hash = ?1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?2) AND a.suspended_at IS NULL`);
const tokenQuery = preparedSql<BearerRow, [string, string, string]>(`
  SELECT g.id, g.account_id AS accountId, t.scopes, g.client_id AS clientId, a.is_review AS isTest
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN accounts a ON a.id = g.account_id
  WHERE t.token_hash = ?1 AND t.kind = 'access' AND t.expires_at > ?2 AND g.resource = ?3
    AND g.revoked_at IS NULL AND a.suspended_at IS NULL`);

/** The account behind a valid API key. */
export const apiKeyBearer = (db: Db, keyHash: string, now: Date): Promise<BearerRow | null> =>
  keyQuery.get(db, keyHash, now.toISOString());

/** The account behind a valid access token for `resource`. */
export const tokenBearer = (db: Db, tokenHash: string, resource: string, now: Date): Promise<BearerRow | null> =>
  tokenQuery.get(db, tokenHash, now.toISOString(), resource);
