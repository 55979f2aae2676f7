import { dayMs, utcDay } from "#db/values/week.ts";

/** Listings one account may follow. */
export const maxFollows = 500;

/** Searches and categories one account may follow: each is looked through every night. */
export const maxSearches = 50;

/** Updates and launches a mail shows in full; further ones are on the site. */
export const maxInMail = 20;

/** What is older is no news, as after a long stop or when a listing comes back. */
export const freshSince = (now: Date) => new Date(now.getTime() - 14 * dayMs);

// Behind the turn of the week, whose launches are news of the same day.
const digestHourMs = 60 * 60_000;

/** The day a mail is of: it begins an hour after that of UTC. */
export const digestDay = (time: Date) => utcDay(new Date(time.getTime() - digestHourMs));

export const isSameDay = (stamp: string, now: Date) => digestDay(new Date(stamp)) === digestDay(now);

/** A launch may be saved somewhat later than its time says: the last ones wait for the next mail, so that none is missed. */
export const settledUntil = (now: Date) => new Date(now.getTime() - digestHourMs / 2).toISOString();
