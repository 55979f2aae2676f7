import type { NewJob } from "../../db/queries/jobs.ts";

/** The look for a listing's badge, as it is asked for; jobs.ts runs it. */
export const badgeKind = "check-badge";

/** `nth` tells the looks at one website apart. */
export const badgeJob = (listingId: number, url: string, nth: string): NewJob => ({
  kind: badgeKind,
  key: `${badgeKind}:${listingId}:${nth}`,
  lane: `host:${(URL.parse(url)?.host ?? "").replace(/^www\./, "")}`,
  payload: { listingId },
  maxAttempts: 3,
});
