import { type AuditEntry, logChange } from "#db/queries/common/audit-log.ts";
import type { ActionName } from "#db/schema/action-names.ts";
import type { Store, Tx } from "#db/store/store.ts";
import type { MailingSite } from "./notify.ts";

/** One request of a browser by which somebody signs in, or changes what opens their account. */
export interface AuthContext {
  store: Pick<Store, "read" | "write">;
  site: MailingSite & { id: number };
  requestId: string;
  now: Date;
}

/** Writes down what was done to an account, in the transaction that does it. */
export const logAuth = (
  tx: Tx,
  { site, requestId, now }: AuthContext,
  action: ActionName,
  accountId: number,
  { subjects = [`account:${accountId}`], ...facts }: Partial<AuditEntry> = {},
): Promise<void> =>
  logChange(tx, { action, accountId, siteId: site.id, via: "browser", requestId, subjects, ...facts }, now);
