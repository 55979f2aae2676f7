import { dayMs } from "../../db/week.ts";
import { Problem } from "./errors.ts";

/** When the 24 hours began that a daily limit counts in. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/** Throws 429 where `perDay` times of the last 24 hours, oldest first, are used up; `what` begins the sentence. */
export function requireDailyRoom(times: string[], perDay: number, what: string, now: Date): void {
  if (times.length < perDay) return;
  // The oldest that still counts is the one to wait for.
  const freeAt = Date.parse(times.at(-perDay)!) + dayMs;
  throw new Problem(
    "rate_limited",
    `${what} in 24 hours. The next one is possible at ${new Date(freeAt).toISOString()}.`,
    { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) },
  );
}
