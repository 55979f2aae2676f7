import { revokeGrant } from "#db/queries/accounts/oauth.ts";
import { logChange } from "#db/queries/common/audit-log.ts";
import type { Tx } from "#db/store/store.ts";

/** Ends what a person has allowed a client, and writes down why. */
export async function endGrant(
  tx: Tx,
  { grantId, accountId, clientId }: { grantId: number; accountId: number; clientId: string },
  reason: string,
  now: Date,
): Promise<void> {
  if (!(await revokeGrant(tx, grantId, reason, now))) return;
  const by = { accountId, siteId: null, via: `app:${clientId}` };
  await logChange(
    tx,
    { ...by, action: "disconnect_app", subjects: [`app:${clientId}`, `account:${accountId}`], after: { reason } },
    now,
  );
}
