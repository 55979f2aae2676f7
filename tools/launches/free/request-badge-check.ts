import { enqueue, latestJob } from "#db/queries/common/jobs.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { badgeChecksOf, checkBadge } from "../jobs.ts";

const pauseMs = 60_000;

/** The time of the latest request for a badge check, whether the check is unfinished, and when the next one is allowed. */
export async function badgeCheckState(db: Db, listingId: number, now: Date) {
  const latest = await latestJob(db, badgeChecksOf(listingId));
  const waitMs = latest ? Date.parse(latest.createdAt) + pauseMs - now.getTime() : 0;
  return { askedAt: latest?.createdAt ?? null, isPending: latest?.isPending ?? false, waitMs: Math.max(0, waitMs) };
}

export const requestBadgeCheck = (tx: Tx, { id, url }: { id: number; url: string }, now: Date): Promise<void> =>
  enqueue(tx, checkBadge.request({ listingId: id }, url, now.toISOString()), now);
