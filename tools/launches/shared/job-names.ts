import type { NewJob } from "#db/queries/common/jobs.ts";

/** The look for a listing's badge, as it is asked for; jobs.ts runs it. */
export const badgeKind = "check-badge";

/** What the keys of all looks at one listing's website begin with. */
export const badgeJobsOf = (listingId: number) => `${badgeKind}:${listingId}:`;

/** `nth` tells the looks at one website apart. */
export const badgeJob = (listingId: number, url: string, nth: string): NewJob => ({
  kind: badgeKind,
  key: badgeJobsOf(listingId) + nth,
  lane: `host:${(URL.parse(url)?.host ?? "").replace(/^www\./, "")}`,
  payload: { listingId },
  maxAttempts: 3,
});
