import { type AuditEntry, logChange } from "#db/queries/common/audit-log.ts";
import type { ActionName } from "#db/schema/action-names.ts";
import type { Store, Tx } from "#db/store/store.ts";
import type { MailingSite } from "./mails.ts";

/** The context of a browser request that signs someone in or changes how they sign in. */
export interface AuthContext {
  store: Pick<Store, "read" | "write">;
  site: MailingSite & { id: number };
  requestId: string;
  now: Date;
}

export const logAuth = (
  tx: Tx,
  { site, requestId, now }: AuthContext,
  action: ActionName,
  accountId: number,
  { subjects = [`account:${accountId}`], ...facts }: Partial<AuditEntry> = {},
): Promise<unknown> =>
  logChange(tx, { action, accountId, siteId: site.id, via: "browser", requestId, subjects, ...facts }, now);
