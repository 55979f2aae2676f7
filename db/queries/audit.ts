import { desc, eq } from "drizzle-orm";
import { auditEntries } from "../schema/accounts.ts";
import type { Db } from "../store.ts";

export interface AuditEntry {
  accountId: number | null;
  /** `browser`, `key:<id>`, `app:<client id>`, `admin` or `system`. */
  via: string;
  /** Tool name or `family.verb`, such as `api_key.create`. */
  action: string;
  /** What it was done to, such as `listing:12`. */
  subject?: string;
  detail?: Record<string, unknown>;
  requestId?: string;
}

/** Writes down who did what, in the transaction that does it. */
export async function audit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  await tx.insert(auditEntries).values({ ...entry, at: now.toISOString() });
}

export const auditOfAccount = (db: Db, accountId: number, limit: number) =>
  db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
