import { dayMs, startOfWeek, weekOf } from "#db/values/week.ts";

const before = 4;
const after = 2;

/** A week, month or year and the periods around it, newest first. The current period is always included. */
export function periodsAround(period: string, startsAt: string, now: Date): string[] {
  const name = nameLike(period);
  const current = name(now);
  const later: string[] = [];
  for (let last = period; later.length < after && last < current; later.unshift(last))
    last = name(new Date(startOf(last).getTime() + maxLength(last)));
  if ((later[0] ?? period) < current) later.unshift(current);
  const earlier: string[] = [];
  for (let start = new Date(startsAt); earlier.length < before && start.getTime() > firstYear; ) {
    earlier.push(name(new Date(start.getTime() - 1)));
    start = startOf(earlier.at(-1)!);
  }
  return [...later, period, ...earlier];
}

const firstYear = Date.UTC(2000, 1, 1);

const nameLike = (period: string) => (time: Date) =>
  period.includes("W") ? weekOf(time) : time.toISOString().slice(0, period.length);

const startOf = (period: string): Date =>
  period.includes("W") ? startOfWeek(period)! : new Date(period.length === 4 ? `${period}-01-01` : `${period}-01`);

/**
 * The maximum length of a period like this one (week, month or year). Adding it to the period's start always gives a
 * time in the next period.
 */
const maxLength = (period: string) => (period.includes("W") ? 7 : period.length === 7 ? 31 : 366) * dayMs;
