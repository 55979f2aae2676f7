import { waitingForProfile } from "../../db/queries/badge-checks.ts";
import { enqueue } from "../../db/queries/jobs.ts";
import type { Tx } from "../../db/store.ts";

export const settleKind = "settle-badge";

/**
 * Asks for a decision on the listings of an account that wait although their badge was found: its founder profile, or
 * whose listings they are, has changed. Nobody has to look at their websites again for that.
 */
export async function settleWaiting(tx: Tx, accountId: number, now: Date): Promise<void> {
  for (const { id } of await waitingForProfile(tx, accountId)) {
    const key = `${settleKind}:${id}:${now.toISOString()}`;
    await enqueue(tx, { kind: settleKind, key, payload: { listingId: id } }, now);
  }
}
