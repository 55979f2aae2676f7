import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

const payload = z.object({ listingId: z.int() });

/** The prefix of a listing's job keys. */
export const badgeChecksOf = (listingId: number) => `check-badge:${listingId}:`;

/** `check` distinguishes one check of a listing from another. */
export const checkBadge = defineJob({
  kind: "check-badge",
  payload,
  key: ({ listingId }, _url: string, check: string) => badgeChecksOf(listingId) + check,
  lane: (_, url: string) => hostLane(url),
  attempts: 3,
  concurrency: 4,
});

/** Applies the last badge check again after something else has changed. */
export const applyBadgeCheck = defineJob({
  kind: "settle-badge",
  payload,
  key: ({ listingId }, now: Date) => `settle-badge:${listingId}:${now.toISOString()}`,
});

export const checkBadges = defineScheduledJob({ kind: "badge-checks", every: "day" });

/** Free places also come back during a week, and new accounts come of age. */
export const placeWaiting = defineScheduledJob({ kind: "place-waiting-listings", every: "minute" });

/** On Monday at 00:00 UTC, closes the weeks that have ended, then opens the week that begins. */
export const rollWeekOver = defineScheduledJob({ kind: "week-rollover", every: "week" });

/** Queues the emails about a closed week or month, one job for each account. */
export const results = defineJob({
  kind: "results",
  payload: z.object({ siteId: z.int(), period: z.string() }),
  key: ({ siteId, period }) => `results:${siteId}:${period}`,
});

export const accountResults = defineJob({
  kind: "account-results",
  payload: z.object({ siteId: z.int(), period: z.string(), accountId: z.int() }),
  key: ({ siteId, period, accountId }) => `account-results:${siteId}:${period}:${accountId}`,
  concurrency: 4,
});

/** On the first day of a month, gives the previous month's awards. */
export const rollMonthOver = defineScheduledJob({ kind: "month-rollover", every: "month" });
