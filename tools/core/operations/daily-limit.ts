import { Problem } from "../errors/errors.ts";

const hourMs = 3_600_000;

/** When the hours began that a limit counts in. */
export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * hourMs);

/** When the 24 hours began that a daily limit counts in. */
export const dayBefore = (now: Date): Date => hoursBefore(now, 24);

/** Throws 429 where `perDay` times of the last 24 hours, oldest first, are used up; `what` begins the sentence. */
export const requireDailyRoom = (times: string[], perDay: number, what: string, now: Date): void =>
  requireRoom(times, { most: perDay, hours: 24 }, what, now);

/** The same for any number of hours. */
export function requireRoom(
  times: string[],
  { most, hours }: { most: number; hours: number },
  what: string,
  now: Date,
): void {
  if (times.length < most) return;
  // The oldest that still counts is the one to wait for.
  const freeAt = Date.parse(times.at(-most)!) + hours * hourMs;
  throw new Problem(
    "rate_limited",
    `${what} in ${hours === 1 ? "an hour" : `${hours} hours`}. The next one is possible at ${new Date(freeAt).toISOString()}.`,
    { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) },
  );
}
