import * as z from "zod";
import { firstWeekOf } from "#db/queries/launches/launches.ts";
import { dayMs, startOfWeek, weekOf } from "#db/values/week.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { readWeek } from "../../core/input/periods.ts";
import type { CallContext } from "../../core/operations/context.ts";

export type WeekStatus = "upcoming" | "live" | "closed";

export function weekStatus(week: string, now: Date): WeekStatus {
  const current = weekOf(now);
  return week === current ? "live" : week > current ? "upcoming" : "closed";
}

/** `16 to 22 November 2026`, for people. */
export function weekLabel(week: string): string {
  const start = startOfWeek(week)!;
  const end = new Date(start.getTime() + 6 * dayMs);
  const say = (date: Date, parts: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString("en-GB", { timeZone: "UTC", ...parts });
  const month = start.getUTCMonth() === end.getUTCMonth() ? {} : ({ month: "long" } as const);
  const year = start.getUTCFullYear() === end.getUTCFullYear() ? {} : ({ year: "numeric" } as const);
  return `${say(start, { day: "numeric", ...month, ...year })} to ${say(end, { day: "numeric", month: "long", year: "numeric" })}`;
}

const weekForms = "a week that exists, such as 2026-W47, or current, next or previous";

/** Input field for a week in any form people write; `resolveWeek` says which one it is. */
export const week = z
  .string()
  .max(40)
  .meta({ description: "Week, a date in it, or current, next, previous", example: "2026-W47" });

/** The week that a field names. Throws 422 where it names none that exists. */
export function resolveWeek(value: string, now: Date, field = "week"): string {
  return readWeek(value, now) ?? invalid(field, "invalid_week", `must be ${weekForms}`, { fix: `Use ${weekForms}.` });
}

/**
 * The launch week that a path names: `YYYY-Www`, `current` or `next`. Throws 404 for any other text, and for a week before
 * the site's first one.
 */
export async function weekNamed({ read, site, now }: CallContext, name: string): Promise<string> {
  const first = await firstWeekOf(read, site.id);
  const week = name === "current" || name === "next" ? resolveWeek(name, now) : name;
  if (startOfWeek(week) !== null && week >= first) return week;
  const meant = readWeek(name, now);
  const near = meant !== null && meant >= first ? meant : "current";
  return notFound(
    "launch week",
    name,
    [{ tool: "get_launch_week", arguments: { week: near }, why: `Read the week ${near}.`, who: "agent" }],
    ` Weeks are written 2026-W47, or current or next. The first week of this site is ${first}.`,
  );
}
