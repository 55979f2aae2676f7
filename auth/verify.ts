import { keyPrefix } from "#db/queries/accounts/accounts.ts";
import { apiKeyBearer, tokenBearer } from "#db/queries/accounts/bearers.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import type { Db } from "#db/store/store.ts";
import type { Scope } from "./scopes.ts";
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

/** Returns the bearer of an API key or of an access token for `resource`, or null if the credential is not valid. */
export async function verifyBearer(db: Db, presented: string, resource: string, now: Date): Promise<Bearer | null> {
  if (presented.length > maxLength) return null;
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
