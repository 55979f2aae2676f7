import type { Tx } from "../store.ts";
import { changesBy, logChange, type Subject } from "./changes.ts";

export interface AuditEntry {
  accountId: number | null;
  via: string;
  action: string;
  subject?: string;
  detail?: Record<string, unknown>;
  requestId?: string;
}

/** For what is not yet an operation. */
export const audit = (tx: Tx, { subject, detail, ...entry }: AuditEntry, now: Date): Promise<void> =>
  logChange(
    tx,
    { ...entry, siteId: null, subjects: [(subject ?? `account:${entry.accountId}`) as Subject], after: detail },
    now,
  );

export const auditOfAccount = changesBy;
