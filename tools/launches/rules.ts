import * as z from "zod";
import { addWeeks, startOfWeek, weekOf } from "../../db/week.ts";

const dayMs = 86_400_000;

/** Resolves `current`, `next` or a week to a week. */
export function resolveWeek(value: string, now: Date): string {
  if (value === "current") return weekOf(now);
  if (value === "next") return addWeeks(weekOf(now), 1);
  return value;
}

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

/** Input field for a week; a week that does not exist, such as 2025-W53, is refused. */
export const week = z
  .string()
  .max(10)
  .refine((value) => value === "current" || value === "next" || startOfWeek(value) !== null, {
    message: "must be an ISO 8601 week that exists, such as 2026-W47, or current or next",
  })
  .describe("ISO 8601 week such as 2026-W47, or current or next");
