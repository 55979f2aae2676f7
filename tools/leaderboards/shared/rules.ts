import type { Board } from "#db/schema/vocabulary.ts";
import { addWeeks, endOfWeek, startOfWeek, weekOf } from "#db/values/week.ts";
import { invalid } from "../../core/errors/errors.ts";
import { readMonth, readWeek, readYear } from "../../core/input/periods.ts";

type PeriodKind = "week" | "month" | "year" | "none";

interface BoardRule {
  title: string;
  period: PeriodKind;
  /** How places are given, ties included. */
  rule: string;
}

const votesRule = (when: string) =>
  `Live listings by votes ${when}. Of equal votes, the one that reached them earlier ranks higher, then the lower id. Paying changes nothing.`;

export const boardRules: Record<Board, BoardRule> = {
  "community-weekly": { title: "Votes of the week", period: "week", rule: votesRule("cast in the week") },
  "community-monthly": { title: "Votes of the month", period: "month", rule: votesRule("cast in the month") },
  "community-yearly": { title: "Votes of the year", period: "year", rule: votesRule("cast in the year") },
  "community-all-time": { title: "Votes of all time", period: "none", rule: votesRule("since they were listed") },
  billboard: {
    title: "Billboard",
    period: "week",
    rule: "Paid places of the week, all of them sponsored. The earliest booked comes first, then the lower id; votes do not count.",
  },
  "dr-top": {
    title: "Highest Domain Rating",
    period: "none",
    rule: "Live listings by Domain Rating. Of equal ratings, the lower id ranks higher. Listings without a rating are left out.",
  },
  "dr-climbers": {
    title: "Domain Rating climbers",
    period: "none",
    rule: "Live listings by how far their Domain Rating rose since the one before. Of equal rises, the lower id ranks higher.",
  },
};

const periodForms: Record<PeriodKind, string> = {
  week: "a week that exists, such as 2026-W47, or current or previous",
  month: "a month such as 2026-11, or current or previous",
  year: "a year such as 2026, or current or previous",
  none: "only current, as it has no periods",
};

export interface Period {
  period: string;
  /** The period before. */
  previous: string;
  startsAt: Date;
  /** Exclusive. */
  endsAt: Date;
}

/** The period asked for, or null on a board without one. Throws 422 saying what the board takes. */
export function periodOf(board: Board, value: string, now: Date): Period | null {
  const kind = boardRules[board].period;
  if (kind === "none" && value === "current") return null;
  const period = kind === "none" ? null : kind === "week" ? weekPeriod(value, now) : calendarPeriod(kind, value, now);
  if (period) return period;
  const form = periodForms[kind];
  invalid("period", "invalid_period", `${board} takes ${form}`, { fix: `Use ${form}.` });
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
  const turn = (by: number) => new Date(kind === "month" ? Date.UTC(year, month - 1 + by) : Date.UTC(year + by, 0));
  // Times have four-digit years (RFC 3339), so what ends after 9999 cannot be written.
  if (turn(1).getUTCFullYear() > 9999) return null;
  return { period, previous: turn(-1).toISOString().slice(0, length), startsAt: turn(0), endsAt: turn(1) };
}

/** Throws 422 for a period in which nothing can have been voted for yet; the billboard is booked ahead. */
export function requireBegun(board: Board, period: Period | null, now: Date): void {
  if (period === null || board === "billboard" || period.startsAt <= now) return;
  invalid("period", "future_period", `${period.period} has not begun, so nobody is on its board yet`, {
    fix: "Use current, or a period that has begun.",
  });
}

/** The week whose closing places the boards without a period are compared with. */
export const lastClosedWeek = (now: Date) => addWeeks(weekOf(now), -1);
