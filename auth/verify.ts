import { keyPrefix } from "#db/queries/accounts/accounts.ts";
import { apiKeyBearer, tokenBearer } from "#db/queries/accounts/bearers.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import type { Db } from "#db/store/store.ts";
import type { Scope } from "./scopes.ts";
import { hashSecret } from "./secrets.ts";

/** Who presents a valid token or key. */
export interface Bearer {
  accountId: number;
  scopes: Scope[];
  /** Names the credential in the audit log: `key:12`, `app:<client id>`. */
  via: string;
  credential: { kind: "key" | "grant"; id: number };
  /** A sandbox key, or of a review account: same checks, no mail, no money, no public effect. */
  isTest: boolean;
  /** What it may do without asking the person; all that the scopes cover where there is none. */
  approvalPolicy: ApprovalPolicy | null;
}

const longest = 200;

/** The bearer of an access token for `resource` or of an API key, or null where it opens nothing (any more, or here). */
export async function verifyBearer(db: Db, presented: string, resource: string, now: Date): Promise<Bearer | null> {
  if (presented.length > longest) return null;
  const isKey = presented.startsWith(keyPrefix);
  const hash = hashSecret(presented);
  const row = isKey ? await apiKeyBearer(db, hash, now) : await tokenBearer(db, hash, resource, now);
  if (!row) return null;
  return {
    accountId: row.accountId,
    scopes: JSON.parse(row.scopes),
    via: isKey ? `key:${row.id}` : `app:${row.clientId}`,
    credential: { kind: isKey ? "key" : "grant", id: row.id },
    isTest: row.isTest === 1,
    approvalPolicy: row.approvalPolicy === null ? null : JSON.parse(row.approvalPolicy),
  };
}
