import { dayMs, startOfWeek } from "#db/values/week.ts";
import { dayWords, periodInSentence, timeWords, weekInSentence } from "#tools/core/text/text.ts";
import { type Html, html } from "./html.ts";

/** A time in UTC, because the server does not know the reader's time zone. */
export const timeOf = (stamp: string): Html => html`<time datetime="${stamp}">${timeWords(stamp)}</time>`;

/** A date with the exact time as a tooltip. */
export const dayOf = (stamp: string): Html =>
  html`<time datetime="${stamp}" title="${timeWords(stamp)}">${dayWords(stamp)}</time>`;

const shortFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export const shortDay = (at: number): string => shortFormat.format(at);

const datedFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** The days of a launch week, such as `30 Nov – 6 Dec`. */
export function weekDays(week: string, { hasYear = false } = {}): string {
  const monday = startOfWeek(week)!;
  const days = (hasYear ? datedFormat : shortFormat).formatRange(monday, new Date(monday.getTime() + 6 * dayMs));
  // ICU puts thin spaces around the dash, which nobody types in a search on the page.
  return days.replaceAll("\u2009", " ");
}

export const weekWords = (week: string): string => `W${weekInSentence(week).slice(1)}`;

/** A launch week and the date of its Monday, worded for the middle of a sentence. */
export const weekName = (week: string): Html =>
  html`week ${Number(week.slice(-2))} (from ${dayOf(startOfWeek(week)!.toISOString())})`;

/** A week, month or year in words, for example `November 2026` for `2026-11`. */
export const periodWords = (period: string): string =>
  period.includes("W") ? weekWords(period) : periodInSentence(period);

/** `label`, with the exact start and end as a tooltip. */
export const spanOf = (label: string, startsAt: string, endsAt: string): Html =>
  html`<span title="${timeWords(startsAt)} to ${timeWords(endsAt)}">${label}</span>`;
