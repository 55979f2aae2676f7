import type { Board } from "#db/schema/vocabulary.ts";
import { addWeeks, endOfWeek, startOfWeek, weekOf } from "#db/values/week.ts";
import { invalid } from "../../core/errors/errors.ts";
import { readMonth, readWeek, readYear } from "../../core/input/periods.ts";

type PeriodKind = "week" | "month" | "year" | "none";

interface BoardRule {
  title: string;
  period: PeriodKind;
  rule: string;
}

const votesRule = (when: string) =>
  `Live listings, whatever their launch week, ranked by votes ${when}. In a tie, the listing that reached its vote total earlier ranks higher. If the times are equal, the product listed first ranks higher. Payment never affects a rank.`;

export const boardRules: Record<Board, BoardRule> = {
  "community-weekly": { title: "Top products of the week", period: "week", rule: votesRule("cast in the week") },
  "community-monthly": { title: "Top products of the month", period: "month", rule: votesRule("cast in the month") },
  "community-yearly": { title: "Top products of the year", period: "year", rule: votesRule("cast in the year") },
  "community-all-time": { title: "Top products of all time", period: "none", rule: votesRule("of all time") },
  billboard: {
    title: "Billboard",
    period: "week",
    rule: "The billboard shows the week's sponsored listings, earliest booking first. In a tie, the product listed first ranks higher. Each place is paid for, and votes do not count.",
  },
  "dr-top": {
    title: "Highest Domain Rating",
    period: "none",
    rule: "Live listings ranked by Domain Rating. In a tie, the product listed first ranks higher. Listings without a rating are not included.",
  },
  "dr-climbers": {
    title: "Domain Rating climbers",
    period: "none",
    rule: "Live listings ranked by the rise in their Domain Rating since the previous rating. In a tie, the product listed first ranks higher.",
  },
};

const periodForms: Record<PeriodKind, string> = {
  week: "current, previous or an existing week such as 2026-W47",
  month: "current, previous or a month such as 2026-11",
  year: "current, previous or a year such as 2026",
  none: "current, the only valid value",
};

export interface Period {
  period: string;
  previous: string;
  startsAt: Date;
  /** The period does not include this time. */
  endsAt: Date;
}

/** Returns the requested period, or null for a leaderboard without periods. Throws 422 for an invalid period. */
export function periodOf(board: Board, value: string, now: Date): Period | null {
  const kind = boardRules[board].period;
  if (kind === "none" && value === "current") return null;
  const period = kind === "none" ? null : kind === "week" ? weekPeriod(value, now) : calendarPeriod(kind, value, now);
  if (period) return period;
  const form = periodForms[kind];
  invalid("period", "invalid_period", `must be ${form} for ${board}`, { fix: `Use ${form}.` });
}

function weekPeriod(value: string, now: Date): Period | null {
  const week = readWeek(value, now);
  if (week === null) return null;
  return { period: week, previous: addWeeks(week, -1), startsAt: startOfWeek(week)!, endsAt: endOfWeek(week) };
}

function calendarPeriod(kind: "month" | "year", value: string, now: Date): Period | null {
  const length = kind === "month" ? 7 : 4;
  const period = kind === "month" ? readMonth(value, now) : readYear(value, now);
  if (period === null) return null;
  const [year, month = 1] = period.split("-").map(Number) as [number, number?];
  const startOf = (offset: number) =>
    new Date(kind === "month" ? Date.UTC(year, month - 1 + offset) : Date.UTC(year + offset, 0));
  // RFC 3339 times have four-digit years, so a period cannot end after 9999.
  if (startOf(1).getUTCFullYear() > 9999) return null;
  return { period, previous: startOf(-1).toISOString().slice(0, length), startsAt: startOf(0), endsAt: startOf(1) };
}

/** Throws 422 for a future period, except on the billboard, which is booked ahead. */
export function requireBegun(board: Board, period: Period | null, now: Date): void {
  if (period === null || board === "billboard" || period.startsAt <= now) return;
  invalid("period", "future_period", `must be a period that has already begun, not ${period.period}`, {
    fix: "Use current or an earlier period.",
  });
}

/** The most recent closed week. Leaderboards without periods are compared with the ranks at the end of that week. */
export const lastClosedWeek = (now: Date) => addWeeks(weekOf(now), -1);
