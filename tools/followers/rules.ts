import { dayMs, utcDay } from "#db/values/week.ts";

export const maxFollows = 500;

/** The maximum number of followed searches and categories per account, because each search runs every night. */
export const maxSearches = 50;

export const maxInMail = 20;

/** Updates and launches older than this are not sent as news, for example after a long downtime. */
export const freshSince = (now: Date) => new Date(now.getTime() - 14 * dayMs);

// A digest's day starts an hour after midnight, so launches of a new week are in the same day's digest.
const digestHourMs = 60 * 60_000;

/** The day that a digest belongs to, which begins an hour after the UTC day. */
export const digestDay = (time: Date) => utcDay(new Date(time.getTime() - digestHourMs));

export const isSameDay = (stamp: string, now: Date) => digestDay(new Date(stamp)) === digestDay(now);

/** A launch may be committed later than its recorded time, so the last half hour is left for the next digest. */
export const settledUntil = (now: Date) => new Date(now.getTime() - digestHourMs / 2).toISOString();
