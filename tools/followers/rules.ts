import { dayMs, utcDay } from "../../db/week.ts";

/** Listings one account may follow. */
export const mostFollows = 500;

/** Updates a mail shows in full; further ones are on the site. */
export const mostInMail = 20;

/** What is older is no news, as after a long stop or when a listing comes back. */
export const freshSince = (now: Date) => new Date(now.getTime() - 14 * dayMs);

/** Days are those of UTC. */
export const isSameDay = (stamp: string, now: Date) => stamp.slice(0, 10) === utcDay(now);
