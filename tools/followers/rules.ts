import { dayMs, utcDay } from "#db/values/week.ts";

export const maxFollows = 500;

/** Maximum number of searches and categories per account, because each search runs every night. */
export const maxSearches = 50;

export const maxInMail = 20;

/** Older updates and launches are not news, for example after a long downtime. */
export const freshSince = (now: Date) => new Date(now.getTime() - 14 * dayMs);

// An hour after midnight, so that the launches of a new week are news of the same day.
const digestHourMs = 60 * 60_000;

/** The day of a digest, which begins an hour after the UTC day. */
export const digestDay = (time: Date) => utcDay(new Date(time.getTime() - digestHourMs));

export const isSameDay = (stamp: string, now: Date) => digestDay(new Date(stamp)) === digestDay(now);

/** A launch may be committed later than its time, so the last half hour waits for the next digest. */
export const settledUntil = (now: Date) => new Date(now.getTime() - digestHourMs / 2).toISOString();
