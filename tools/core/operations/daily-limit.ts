import { closed, Problem } from "../errors/errors.ts";

const hourMs = 3_600_000;

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * hourMs);

export const dayBefore = (now: Date): Date => hoursBefore(now, 24);

/** `times` are sorted, oldest first. `what` begins the error message. */
export const requireDailyRoom = (times: string[], perDay: number, what: string, now: Date): void =>
  requireRoom(times, { most: perDay, hours: 24 }, what, now);

export function requireRoom(
  times: string[],
  { most, hours }: { most: number; hours: number },
  what: string,
  now: Date,
): void {
  const period = hours === 1 ? "an hour" : `${hours} hours`;
  // A free place would never come, so the message gives no time.
  if (most === 0) closed(`${what} in ${period}. This is closed until the team raises the limit.`);
  if (times.length < most) return;
  // A place becomes free when the oldest entry that counts leaves the period.
  const freeAt = Date.parse(times.at(-most)!) + hours * hourMs;
  throw new Problem(
    "rate_limited",
    `${what} in ${period}. The next one is possible at ${new Date(freeAt).toISOString()}.`,
    { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) },
  );
}
