import * as z from "zod";
import { weekVotes } from "../../db/queries/week-votes.ts";
import { defineOperation } from "../core/define.ts";
import { resolveWeek, week } from "../launches/rules.ts";
import { toWeekTotals, weekTotals } from "./records.ts";

/** How many votes of a week were cast, count, and do not for which reason: nothing is deducted in secret. */
export default defineOperation({
  name: "get_week_votes",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ week }),
  output: z.strictObject({ votes: weekTotals }),
  run: async ({ read, site, now }, { week }) => ({
    votes: toWeekTotals(await weekVotes(read, site.id, resolveWeek(week, now))),
  }),
});
