import { waitingForProfile } from "../../db/queries/badge-checks.ts";
import { enqueueAll } from "../../db/queries/jobs.ts";
import type { Tx } from "../../db/store.ts";

export const settleKind = "settle-badge";

/**
 * Asks for a decision on the listings of an account that wait although their badge was found: its founder profile, or
 * whose listings they are, has changed. Nobody has to look at their websites again for that.
 */
export async function settleWaiting(tx: Tx, accountId: number, now: Date): Promise<void> {
  const jobs = (await waitingForProfile(tx, accountId)).map(({ id }) => ({
    kind: settleKind,
    key: `${settleKind}:${id}:${now.toISOString()}`,
    payload: { listingId: id },
  }));
  await enqueueAll(tx, jobs, now);
}
