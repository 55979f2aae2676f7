import * as z from "zod";
import { firstWeekOf } from "#db/queries/launches/launches.ts";
import { dayMs, startOfWeek, weekOf } from "#db/values/week.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { readWeek } from "../../core/input/periods.ts";
import type { CallContext } from "../../core/operations/context.ts";

export function weekStatus(week: string, now: Date): "upcoming" | "live" | "closed" {
  const current = weekOf(now);
  return week === current ? "live" : week > current ? "upcoming" : "closed";
}

export function weekLabel(week: string): string {
  const start = startOfWeek(week)!;
  const end = new Date(start.getTime() + 6 * dayMs);
  const format = (date: Date, parts: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString("en-GB", { timeZone: "UTC", ...parts });
  const month = start.getUTCMonth() === end.getUTCMonth() ? {} : ({ month: "long" } as const);
  const year = start.getUTCFullYear() === end.getUTCFullYear() ? {} : ({ year: "numeric" } as const);
  return `${format(start, { day: "numeric", ...month, ...year })} to ${format(end, { day: "numeric", month: "long", year: "numeric" })}`;
}

const weekForms = "a week that exists, such as 2026-W47, or current, next or previous";

export const week = z
  .string()
  .max(40)
  .meta({ description: "Week, a date in it, or current, next or previous", example: "2026-W47" });

export function resolveWeek(value: string, now: Date, field = "week"): string {
  return readWeek(value, now) ?? invalid(field, "invalid_week", `must be ${weekForms}`, { fix: `Use ${weekForms}.` });
}

/** Accepts only `YYYY-Www`, `current` and `next`. Throws 404 for other names and for weeks before the first one. */
export async function requireWeek({ read, site, now }: CallContext, name: string): Promise<string> {
  const first = await firstWeekOf(read, site.id);
  const week = name === "current" || name === "next" ? resolveWeek(name, now) : name;
  if (startOfWeek(week) !== null && week >= first) return week;
  const readable = readWeek(name, now);
  const near = readable !== null && readable >= first ? readable : "current";
  return notFound(
    "launch week",
    name,
    [
      {
        tool: "get_launch_week",
        arguments: { week: near },
        why: near === "current" ? "Read the current week." : `Read week ${near}.`,
        who: "agent",
      },
    ],
    ` Write a week as 2026-W47, or use current or next. The first week of this site is ${first}.`,
  );
}
