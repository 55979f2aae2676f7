import type { sessions } from "../../schema/accounts.ts";
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

export const createSession = preparedSql<
  never,
  [tokenHash: string, accountId: number, userAgent: string, expiresAt: Date, now: Date]
>(`INSERT INTO sessions (token_hash, account_id, user_agent, expires_at, created_at, last_seen_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?5)`).run;

/** The most recently used sessions come first. */
export const sessionsOfAccount = preparedSql<typeof sessions.$inferSelect, [accountId: number, now: Date]>(`
  SELECT id, token_hash AS tokenHash, account_id AS accountId, user_agent AS userAgent, created_at AS createdAt,
    last_seen_at AS lastSeenAt, expires_at AS expiresAt
  FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY last_seen_at DESC`).all;

export const deleteSession = preparedSql<{ id: number }, [accountId: number, id: number]>(
  "DELETE FROM sessions WHERE account_id = ? AND id = ? RETURNING id",
).changes;

export const deleteSessions = preparedSql<{ id: number }, [accountId: number, keepId: number | null]>(
  "DELETE FROM sessions WHERE account_id = ? AND id IS NOT ? RETURNING id",
).values;

export const accountOfIdentity = preparedSql<{ id: number }, [issuer: string, subject: string]>(
  "SELECT account_id AS id FROM identities WHERE issuer = ? AND subject = ?",
).valueOrNull;

export const linkIdentity = preparedSql<never, [issuer: string, subject: string, accountId: number, now: Date]>(
  "INSERT INTO identities (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?)",
).run;

export const deleteIdentity = preparedSql<{ id: number }, [accountId: number, issuer: string, subject: string]>(
  "DELETE FROM identities WHERE account_id = ? AND issuer = ? AND subject = ? RETURNING account_id AS id",
).changes;

export const deleteIdentitiesSince = preparedSql<never, [accountId: number, since: string]>(
  "DELETE FROM identities WHERE account_id = ? AND created_at >= ?",
).run;

export const revokeApiKeys = preparedSql<{ id: number }, [accountId: number, now: Date, since: string]>(`
  UPDATE api_keys SET revoked_at = ?2
  WHERE account_id = ?1 AND revoked_at IS NULL AND created_at >= ?3 RETURNING id`).values;

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
