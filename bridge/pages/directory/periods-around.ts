import { dayMs, startOfWeek, weekOf } from "#db/values/week.ts";

const before = 4;
const after = 2;

/** A week, month or year with some that came before it and those that have followed, latest first. */
export function periodsAround(period: string, startsAt: string, now: Date): string[] {
  const name = nameLike(period);
  const isPresent = name(now);
  const later: string[] = [];
  let last = period;
  // What has not begun has no board; the latest is always in reach.
  while (later.length < after && last < isPresent) {
    last = name(new Date(startOf(last).getTime() + longest(last)));
    later.unshift(last);
  }
  if (last < isPresent) later.unshift(isPresent);
  const earlier: string[] = [];
  let start = new Date(startsAt);
  while (earlier.length < before && start.getTime() > firstYear) {
    const found = name(new Date(start.getTime() - 1));
    earlier.push(found);
    start = startOf(found);
  }
  return [...later, period, ...earlier];
}

const firstYear = Date.UTC(2000, 1, 1);

const nameLike = (period: string) => (time: Date) =>
  period.includes("W") ? weekOf(time) : time.toISOString().slice(0, period.length);

const startOf = (period: string): Date =>
  period.includes("W") ? startOfWeek(period)! : new Date(period.length === 4 ? `${period}-01-01` : `${period}-01`);

/** Enough to reach the next period from the start of one, and not the one after. */
const longest = (period: string) => (period.includes("W") ? 7 : period.length === 7 ? 31 : 366) * dayMs;
