import { keyPrefix } from "#db/queries/accounts/accounts.ts";
import { apiKeyBearer, type BearerRow, tokenBearer } from "#db/queries/accounts/bearers.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import type { Db } from "#db/store/store.ts";
import { isTeamScope, type Scope, teamScopesOf } from "./scopes.ts";
import { hashSecret } from "./secrets.ts";

export interface Bearer {
  accountId: number;
  scopes: Scope[];
  /** The credential as the audit log records it: `key:12` or `app:<client id>`. */
  via: string;
  credential: { kind: "key" | "grant"; id: number };
  /**
   * True for sandbox keys and review accounts. Their calls are validated like all others, but cause no emails, payments
   * or public changes.
   */
  isTest: boolean;
  /** If this is null, nothing that the scopes allow needs approval. */
  approvalPolicy: ApprovalPolicy | null;
}

const maxLength = 200;

/**
 * Returns the bearer of an API key or of an access token for `resource`, or null if the credential is not valid. A key
 * has the team scopes that its owner's role gives on the site, and none without a site.
 */
export async function verifyBearer(
  db: Db,
  presented: string,
  resource: string,
  now: Date,
  siteId?: number,
): Promise<Bearer | null> {
  if (presented.length > maxLength) return null;
  const isKey = presented.startsWith(keyPrefix);
  const hash = hashSecret(presented);
  const row = isKey ? await apiKeyBearer(db, hash, now) : await tokenBearer(db, hash, resource, now);
  if (!row) return null;
  return {
    accountId: row.accountId,
    scopes: scopesOf(row, siteId),
    via: isKey ? `key:${row.id}` : `app:${row.clientId}`,
    credential: { kind: isKey ? "key" : "grant", id: row.id },
    isTest: row.isTest === 1,
    approvalPolicy: row.approvalPolicy === null ? null : JSON.parse(row.approvalPolicy),
  };
}

/** Returns the scopes of a live credential on a site. Sandbox keys have no team scopes. */
export function scopesOf(row: Pick<BearerRow, "scopes" | "role" | "roleSites" | "isTest">, siteId?: number): Scope[] {
  const granted = JSON.parse(row.scopes) as Scope[];
  if (!granted.some(isTeamScope)) return granted;
  const roleSites = row.roleSites === null ? null : (JSON.parse(row.roleSites) as number[]);
  const ofRole = row.isTest === 1 || siteId === undefined ? [] : teamScopesOf({ role: row.role, roleSites }, siteId);
  return granted.filter((scope) => !isTeamScope(scope) || ofRole.includes(scope));
}
