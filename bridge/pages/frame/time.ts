import { startOfWeek } from "#db/values/week.ts";
import { type Html, html } from "./html.ts";

const shown = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A point in time, in UTC because without scripts we do not know the reader's zone. */
export const timeOf = (stamp: string): Html =>
  html`<time datetime="${stamp}">${shown.format(new Date(stamp))} UTC</time>`;

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A day as people write it, with the exact time for those who look. */
export const dayOf = (stamp: string): Html =>
  html`<time datetime="${stamp}" title="${shown.format(new Date(stamp))} UTC">${day.format(new Date(stamp))}</time>`;

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day without its year, for a row of them. */
export const shortDay = (at: number): string => short.format(at);

/** `Week 47, 2026` of `2026-W47`. */
export const weekWords = (week: string): string => `Week ${Number(week.slice(6))}, ${week.slice(0, 4)}`;

/** A launch week as people say it, with the Monday it begins on. */
export const weekName = (week: string): Html =>
  html`week ${Number(week.slice(-2))} (from ${dayOf(startOfWeek(week)!.toISOString())})`;

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A week, month or year as people write it: `November 2026` of `2026-11`. */
export const periodWords = (period: string): string =>
  period.includes("W") ? weekWords(period) : period.length > 4 ? month.format(new Date(`${period}-01`)) : period;

/** A stretch of time as `label` says it, with its exact times for those who look. */
export const spanOf = (label: string, startsAt: string, endsAt: string): Html =>
  html`<span title="${shown.format(new Date(startsAt))} until ${shown.format(new Date(endsAt))} UTC">${label}</span>`;
