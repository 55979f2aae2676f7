import type { ClientMetadata } from "../../schema/oauth.ts";
import type { LinkPurpose } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const unopenedQuery = preparedSql<{ all: number; alike: number }, [string, number, string]>(`
  SELECT count(*) AS "all", coalesce(sum(purpose = ?), 0) AS alike FROM email_links
  WHERE account_id = ? AND created_at > ? AND used_at IS NULL AND purpose IN ('verify', 'sign_in', 'reset')`);
/** Counts the unopened links that anybody may request, mailed after `since`: all of them, and those of one purpose. */
export const unopenedLinks = async (db: Db, accountId: number, purpose: LinkPurpose, since: Date) =>
  (await unopenedQuery.get(db, purpose, accountId, since.toISOString()))!;

const stoppableQuery = preparedSql<{ since: string | null }, [number, string]>(`
  SELECT min(created_at) AS since FROM email_links
  WHERE account_id = ? AND email = ? AND purpose = 'stop' AND used_at IS NULL`);
export const firstStoppable = async (db: Db, accountId: number, email: string): Promise<string | null> =>
  (await stoppableQuery.get(db, accountId, email))!.since;

const revokeKeyQuery = preparedSql<{ id: number }, [string, number, number]>(
  "UPDATE api_keys SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL RETURNING id",
);
export const revokeApiKey = async (tx: Tx, accountId: number, id: number, now: Date): Promise<boolean> =>
  (await revokeKeyQuery.get(tx, now.toISOString(), id, accountId)) !== null;

export interface OAuthClient {
  id: string;
  kind: "registered" | "document";
  secretHash: string | null;
  metadata: ClientMetadata;
  freshUntil: string | null;
}

const clientQuery = preparedSql<Omit<OAuthClient, "metadata"> & { metadata: string }, [string]>(
  "SELECT id, kind, secret_hash AS secretHash, metadata, fresh_until AS freshUntil FROM oauth_clients WHERE id = ?",
);

export async function clientById(db: Db, id: string): Promise<OAuthClient | null> {
  const row = await clientQuery.get(db, id);
  return row && { ...row, metadata: JSON.parse(row.metadata) };
}

const spendCodeQuery = preparedSql<{ grantId: number }, [string, string]>(
  "UPDATE oauth_codes SET spent_at = ? WHERE code_hash = ? AND spent_at IS NULL RETURNING grant_id AS grantId",
);
export const spendCode = async (tx: Tx, codeHash: string, now: Date): Promise<boolean> =>
  (await spendCodeQuery.get(tx, now.toISOString(), codeHash)) !== null;

const spendRefreshQuery = preparedSql<{ grantId: number }, [string, string, string]>(`
  UPDATE oauth_tokens SET spent_at = ?, successor_salt = ?
  WHERE token_hash = ? AND kind = 'refresh' AND spent_at IS NULL RETURNING grant_id AS grantId`);
export const spendRefreshToken = async (
  tx: Tx,
  tokenHash: string,
  successorSalt: string,
  now: Date,
): Promise<boolean> => (await spendRefreshQuery.get(tx, now.toISOString(), successorSalt, tokenHash)) !== null;
