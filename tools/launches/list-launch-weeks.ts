import * as z from "zod";
import { firstWeekOf } from "#db/queries/launches/launches.ts";
import { addWeeks, startOfWeek } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";
import { launchWeekFields, toLaunchWeek } from "./records.ts";
import { resolveWeek, week } from "./shared/rules.ts";

const launchWeek = z.strictObject(launchWeekFields);
export type LaunchWeek = z.output<typeof launchWeek>;

export default defineOperation({
  name: "list_launch_weeks",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ from: week, count: z.int().min(1).max(53) }),
  output: z.strictObject({ items: z.array(launchWeek) }),
  async run(context, { from, count }) {
    const first = resolveWeek(from, context.now, "from");
    const weeks = Array.from({ length: count }, (_, i) => addWeeks(first, i));
    const begin = await firstWeekOf(context.read, context.site.id);
    const existing = weeks.filter((week) => startOfWeek(week) !== null && week >= begin);
    return { items: await Promise.all(existing.map((week) => toLaunchWeek(context, week))) };
  },
});
