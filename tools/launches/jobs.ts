import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

const payload = z.object({ listingId: z.int() });

/** What the keys of all looks at one listing's website begin with. */
export const badgeChecksOf = (listingId: number) => `check-badge:${listingId}:`;

/** Looks for a listing's badge on its product's website at `url`; `nth` tells the looks at one website apart. */
export const checkBadge = defineJob({
  kind: "check-badge",
  payload,
  key: ({ listingId }, _url: string, nth: string) => badgeChecksOf(listingId) + nth,
  lane: (_, url: string) => hostLane(url),
  attempts: 3,
  concurrency: 4,
});

/** Does what is due without a look, since something else has changed. */
export const applyBadgeCheck = defineJob({
  kind: "settle-badge",
  payload,
  key: ({ listingId }, now: Date) => `settle-badge:${listingId}:${now.toISOString()}`,
});

/** Asks for a look at the websites whose badge is due to be looked for. */
export const checkBadges = defineScheduledJob({ kind: "badge-checks", every: "day" });

/** Monday 00:00 UTC: closes the weeks that have ended, then opens the one that begins. */
export const rollWeekOver = defineScheduledJob({ kind: "week-rollover", every: "week" });

/** The first of a month: gives the awards of the one before. */
export const rollMonthOver = defineScheduledJob({ kind: "month-rollover", every: "month" });
