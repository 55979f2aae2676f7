import { revokeGrant } from "#db/queries/accounts/oauth.ts";
import { type AuditEntry, logChange } from "#db/queries/common/audit-log.ts";
import type { Tx } from "#db/store/store.ts";

export async function endGrant(
  tx: Tx,
  { grantId, accountId, clientId }: { grantId: number; accountId: number; clientId: string },
  reason: string,
  now: Date,
): Promise<void> {
  if (!(await revokeGrant(tx, grantId, reason, now))) return;
  const via = `app:${clientId}` as const;
  const subjects: AuditEntry["subjects"] = [via, `account:${accountId}`];
  await logChange(tx, { accountId, siteId: null, via, action: "disconnect_app", subjects, after: { reason } }, now);
}
