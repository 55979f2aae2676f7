import { addWeeks, startOfWeek, weekOf } from "#db/values/week.ts";

const offsets = new Map(Object.entries({ current: 0, this: 0, next: 1, last: -1, previous: -1, prev: -1 }));

function relativeOffset(text: string, unit: string): number | undefined {
  if (text === "now" || text === "today") return 0;
  const [, word] = new RegExp(`^(?:the )?([a-z]+)(?: ${unit})?$`).exec(text) ?? [];
  return word === undefined ? undefined : offsets.get(word);
}

const normalised = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_,]+/g, " ");

function dayOf(text: string): Date | null {
  if (!/^[1-9]\d{3}-\d\d-\d\d(?:[t ]|$)/.test(text)) return null;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  // JavaScript rolls invalid days over into the next month.
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10) ? null : day;
}

const isoWeek = /^(\d{4})[- ]?(?:w|week )(\d{1,2})$/;
// Text such as `2026-46` can only be a week, because a year has 12 months.
const bareWeek = /^(\d{4})-(\d{2})$/;
const weekOfYear = /^(?:kw|cw|w|week)? ?(\d{1,2})(?:(?: of)? (\d{4}))?$/;

export function readWeek(given: string, now: Date): string | null {
  const text = normalised(given);
  const offset = relativeOffset(text, "(?:launch )?week");
  if (offset !== undefined) return addWeeks(weekOf(now), offset);
  const day = dayOf(text);
  if (day) return existing(weekOf(day));
  const whole = isoWeek.exec(text) ?? bareWeek.exec(text);
  if (whole) return bareWeek.test(text) && Number(whole[2]) <= 12 ? null : existing(weekName(whole[1]!, whole[2]!));
  const [found, number, year = weekOf(now).slice(0, 4)] = weekOfYear.exec(text) ?? [];
  return found === undefined ? null : existing(weekName(year, number!));
}

const weekName = (year: string, number: string) => `${year}-W${number.padStart(2, "0")}`;
const existing = (week: string) => (startOfWeek(week) === null ? null : week);

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

export function readMonth(given: string, now: Date): string | null {
  const text = normalised(given);
  const offset = relativeOffset(text, "month");
  if (offset !== undefined) return monthName(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)));
  const day = dayOf(text);
  if (day) return monthName(day);
  const [, year, number] = /^([1-9]\d{3})[-/](\d{1,2})$/.exec(text) ?? [];
  if (number !== undefined) return validMonth(year!, Number(number));
  const [, name, ofYear] = /^([a-z]{3,9}) ([1-9]\d{3})$/.exec(text) ?? [];
  return name === undefined ? null : validMonth(ofYear!, monthNames.indexOf(name.slice(0, 3)) + 1);
}

const monthName = (time: Date) => time.toISOString().slice(0, 7);
const validMonth = (year: string, month: number) =>
  month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, "0")}` : null;

export function readYear(given: string, now: Date): string | null {
  const text = normalised(given);
  const offset = relativeOffset(text, "year");
  if (offset !== undefined) return String(now.getUTCFullYear() + offset);
  if (/^[1-9]\d{3}$/.test(text)) return text;
  return dayOf(text)?.toISOString().slice(0, 4) ?? null;
}
