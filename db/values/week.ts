export const dayMs = 86_400_000;

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

const weekMs = 7 * dayMs;
const form = /^(\d{4})-W(\d{2})$/;
// Times have four-digit years (RFC 3339), so the last week must end in 9999.
const lastMonday = Date.UTC(9999, 11, 20);

/** Monday 00:00 UTC of an ISO 8601 week such as `2026-W47`, or null if the year has no such week. */
export function startOfWeek(week: string): Date | null {
  const match = form.exec(week);
  if (!match) return null;
  const year = Number(match[1]);
  const number = Number(match[2]);
  // 4 January is always in week 1 (ISO 8601-1:2019, 3.1.1.23).
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
  const start = new Date(monday + (number - 1) * weekMs);
  return number >= 1 && weekOf(start) === week && start.getTime() <= lastMonday ? start : null;
}

export function weekOf(time: Date): string {
  const day = (time.getUTCDay() + 6) % 7;
  // A week belongs to the year of its Thursday.
  const thursday = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() - day + 3));
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / weekMs);
  return `${year}-W${String(number).padStart(2, "0")}`;
}

export const addWeeks = (week: string, count: number) =>
  weekOf(new Date(startOfWeek(week)!.getTime() + count * weekMs));

/** The exclusive end of a week. */
export const endOfWeek = (week: string) => new Date(startOfWeek(week)!.getTime() + weekMs);

export const monthBefore = (time: Date) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()) - 1).toISOString().slice(0, 7);

export const monthAfter = (month: string) => endOfMonth(month).toISOString().slice(0, 7);

/** The exclusive end of a month such as `2026-11`. */
export const endOfMonth = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5))));

export const periodsOf = (time: Date) => [weekOf(time), time.toISOString().slice(0, 7), time.toISOString().slice(0, 4)];
