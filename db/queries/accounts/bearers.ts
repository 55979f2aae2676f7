import type { Role } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";

export interface BearerRow {
  id: number;
  accountId: number;
  scopes: string;
  clientId: string | null;
  isTest: number;
  /** An `ApprovalPolicy` as JSON. */
  approvalPolicy: string | null;
  role: Role;
  /** Ids of sites as JSON, or null. */
  roleSites: string | null;
}

export interface LiveCredential extends BearerRow {
  name: string;
}

// Each query is a single lookup in a unique index. Authenticating a request writes nothing.
const keys = `
  SELECT k.id, k.account_id AS accountId, k.scopes, NULL AS clientId, k.approval_policy AS approvalPolicy, k.name,
    max(k.is_test, a.is_review) AS isTest, a.role, a.role_sites AS roleSites
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?2)`;
export const apiKeyBearer = preparedSql<LiveCredential, [keyHash: string, now: Date]>(
  `${keys} AND k.key_hash = ?1 AND a.suspended_at IS NULL`,
).get;
export const tokenBearer = preparedSql<BearerRow, [tokenHash: string, resource: string, now: Date]>(`
  SELECT g.id, g.account_id AS accountId, t.scopes, g.client_id AS clientId, a.is_review AS isTest, g.approval_policy AS approvalPolicy,
    a.role, a.role_sites AS roleSites
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN accounts a ON a.id = g.account_id
  WHERE t.token_hash = ?1 AND t.kind = 'access' AND t.expires_at > ?3 AND g.resource = ?2
    AND g.revoked_at IS NULL AND a.suspended_at IS NULL`).get;

const liveKeyQuery = preparedSql<LiveCredential, [id: number, now: Date, accountId: number]>(
  `${keys} AND k.id = ?1 AND k.account_id = ?3`,
);
const liveGrantQuery = preparedSql<LiveCredential, [id: number, accountId: number]>(`
  SELECT g.id, g.account_id AS accountId, g.scopes, g.client_id AS clientId, a.is_review AS isTest, g.approval_policy AS approvalPolicy,
    a.role, a.role_sites AS roleSites, c.metadata ->> '$.client_name' AS name
  FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id JOIN accounts a ON a.id = g.account_id
  WHERE g.id = ?1 AND g.revoked_at IS NULL AND g.account_id = ?2`);

export const liveCredential = (
  db: Db,
  accountId: number,
  { kind, id }: { kind: "key" | "grant"; id: number },
  now: Date,
): Promise<LiveCredential | null> =>
  kind === "key" ? liveKeyQuery.get(db, id, now, accountId) : liveGrantQuery.get(db, id, accountId);

export interface SessionRow {
  id: number;
  accountId: number;
  createdAt: string;
}

export const sessionByHash = preparedSql<SessionRow, [tokenHash: string, now: Date]>(`
  SELECT s.id, s.account_id AS accountId, s.created_at AS createdAt FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.token_hash = ? AND s.expires_at > ? AND a.suspended_at IS NULL`).get;
