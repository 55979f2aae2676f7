import { type AuthAction, type Entry, logChange } from "#db/queries/common/changes.ts";
import type { Store, Tx } from "#db/store/store.ts";
import type { MailingSite } from "./tell.ts";

/** One request of a browser by which somebody signs in, or changes what opens their account. */
export interface Occasion {
  store: Pick<Store, "read" | "write">;
  site: MailingSite & { id: number };
  requestId: string;
  now: Date;
}

/** Writes down what was done to an account, in the transaction that does it. */
export const logAuth = (
  tx: Tx,
  { site, requestId, now }: Occasion,
  action: AuthAction,
  accountId: number,
  { subjects = [`account:${accountId}`], ...facts }: Partial<Entry> = {},
): Promise<void> =>
  logChange(tx, { action, accountId, siteId: site.id, via: "browser", requestId, subjects, ...facts }, now);
