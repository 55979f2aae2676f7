import { addWeeks, dayMs, startOfWeek, weekOf } from "../values/week.ts";

export function calendarOf(now: Date) {
  const current = weekOf(now);
  return {
    week: (offset: number) => addWeeks(current, offset),
    start: (week: string) => startOfWeek(week)!.toISOString(),
    daysAgo: (days: number) => new Date(now.getTime() - days * dayMs).toISOString(),
  };
}
