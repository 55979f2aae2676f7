import * as z from "zod";
import { launchedWeeks } from "#db/queries/sites/sitemap.ts";
import { weekOf } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "list_launched_weeks",
  scopes: [],
  actors: ["anonymous"],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ weeks: z.array(z.string()) }),
  run: async ({ read, site, now }) => ({ weeks: await launchedWeeks(read, site.id, weekOf(now)) }),
});
