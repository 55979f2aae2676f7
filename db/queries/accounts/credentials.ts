import type { ClientMetadata } from "../../schema/oauth.ts";
import type { LinkPurpose } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";

const unopenedQuery = preparedSql<
  { all: number; alike: number },
  [purpose: LinkPurpose, accountId: number, since: Date]
>(`
  SELECT count(*) AS "all", coalesce(sum(purpose = ?), 0) AS alike FROM email_links
  WHERE account_id = ? AND created_at > ? AND used_at IS NULL AND purpose IN ('verify', 'sign_in', 'reset')`);
/**
 * Counts unopened links of the kinds that anyone may request, sent after `since`. Returns the total and the number for
 * `purpose`.
 */
export const unopenedLinks = async (db: Db, accountId: number, purpose: LinkPurpose, since: Date) =>
  (await unopenedQuery.get(db, purpose, accountId, since))!;

export const firstStoppable = preparedSql<{ since: string | null }, [accountId: number, email: string]>(`
  SELECT min(created_at) AS since FROM email_links
  WHERE account_id = ? AND email = ? AND purpose = 'stop' AND used_at IS NULL`).value;

export const revokeApiKey = preparedSql<{ id: number }, [accountId: number, id: number, now: Date]>(
  "UPDATE api_keys SET revoked_at = ?3 WHERE id = ?2 AND account_id = ?1 AND revoked_at IS NULL RETURNING id",
).changes;

export interface OAuthClient {
  id: string;
  kind: "registered" | "document";
  secretHash: string | null;
  metadata: ClientMetadata;
  freshUntil: string | null;
}

export const clientById = preparedSql<OAuthClient, [id: string]>(
  "SELECT id, kind, secret_hash AS secretHash, metadata, fresh_until AS freshUntil FROM oauth_clients WHERE id = ?",
  { metadata: JSON.parse },
).get;

export const spendCode = preparedSql<{ grantId: number }, [codeHash: string, now: Date]>(
  "UPDATE oauth_codes SET spent_at = ?2 WHERE code_hash = ?1 AND spent_at IS NULL RETURNING grant_id AS grantId",
).changes;

export const spendRefreshToken = preparedSql<
  { grantId: number },
  [tokenHash: string, successorSalt: string, now: Date]
>(`
  UPDATE oauth_tokens SET spent_at = ?3, successor_salt = ?2
  WHERE token_hash = ?1 AND kind = 'refresh' AND spent_at IS NULL RETURNING grant_id AS grantId`).changes;
