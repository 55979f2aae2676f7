import { enqueue, latestJob } from "#db/queries/common/jobs.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { badgeChecksOf, checkBadge } from "../jobs.ts";

const pauseMs = 60_000;

/** The prefix of the keys of checks for which a person pressed the button. */
const pressedChecksOf = (listingId: number) => `${badgeChecksOf(listingId)}asked:`;

/**
 * The time of the latest badge check, whether it is unfinished, and when the next one is allowed. A person's button
 * waits only after the person's own checks, because an automatic one may have run before the person saw the code.
 */
export async function badgeCheckState(db: Db, listingId: number, now: Date, { isPressed = false } = {}) {
  const latest = await latestJob(db, badgeChecksOf(listingId));
  const last = isPressed ? await latestJob(db, pressedChecksOf(listingId)) : latest;
  const waitMs = last ? Date.parse(last.createdAt) + pauseMs - now.getTime() : 0;
  return { askedAt: latest?.createdAt ?? null, isPending: latest?.isPending ?? false, waitMs: Math.max(0, waitMs) };
}

export const requestBadgeCheck = (
  tx: Tx,
  { id, url }: { id: number; url: string },
  now: Date,
  { isPressed = false } = {},
): Promise<void> =>
  enqueue(tx, checkBadge.request({ listingId: id }, url, `${isPressed ? "asked:" : ""}${now.toISOString()}`), now);
