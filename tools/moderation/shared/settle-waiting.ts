import { enqueueAll } from "#db/queries/common/jobs.ts";
import { waitingForProfile } from "#db/queries/listings/badge-checks.ts";
import { publishStories } from "#db/queries/listings/company-founders.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import type { Tx } from "#db/store/store.ts";

export const settleKind = "settle-badge";

/**
 * Asks for a decision on the listings of an account that wait although their badge was found: its founder profile, or
 * whose listings they are, has changed. Nobody has to look at their websites again for that. Publishes the stories
 * that waited for the same, and returns the ids of their listings.
 */
export async function settleWaiting(tx: Tx, accountId: number, now: Date): Promise<number[]> {
  const waiting = await waitingForProfile(tx, accountId);
  const jobs = waiting
    .filter(({ status }) => status === "awaiting_badge")
    .map(({ id }) => ({
      kind: settleKind,
      key: `${settleKind}:${id}:${now.toISOString()}`,
      payload: { listingId: id },
    }));
  await enqueueAll(tx, jobs, now);
  const live = waiting.filter(({ status }) => status === "live").map(({ id }) => id);
  const published = live.length > 0 ? await publishStories(tx, live, now) : [];
  for (const id of published) await touchListing(tx, id, now);
  return published;
}
