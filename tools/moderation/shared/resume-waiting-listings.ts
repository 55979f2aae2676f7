import { enqueueAll } from "#db/queries/common/jobs.ts";
import { waitingForProfile } from "#db/queries/listings/badge-checks.ts";
import { publishStories } from "#db/queries/listings/company-founders.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import type { Tx } from "#db/store/store.ts";
import { applyBadgeCheck } from "../../launches/jobs.ts";

/** Applies the last badge checks without visiting the websites. Returns the listings whose stories were published. */
export async function resumeWaitingListings(tx: Tx, accountId: number, now: Date): Promise<number[]> {
  const waiting = await waitingForProfile(tx, accountId);
  const jobs = waiting
    .filter(({ status }) => status === "awaiting_badge")
    .map(({ id }) => applyBadgeCheck.request({ listingId: id }, now));
  await enqueueAll(tx, jobs, now);
  const live = waiting.filter(({ status }) => status === "live").map(({ id }) => id);
  const published = live.length > 0 ? await publishStories(tx, live, now) : [];
  for (const id of published) await touchListing(tx, id, now);
  return published;
}
