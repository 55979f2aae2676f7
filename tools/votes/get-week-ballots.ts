import * as z from "zod";
import { ballotDocument } from "#db/queries/votes/ballot-snapshots.ts";
import { startOfWeek, weekOf } from "#db/values/week.ts";
import { notFound } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "get_week_ballots",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ week: z.string() }),
  output: z.strictObject({ document: z.string().describe("JSON: snapshot and signature"), published_at: time }),
  async run({ read, site, now }, { week }) {
    const found = startOfWeek(week) && (await ballotDocument(read, site.id, week));
    if (found) return { document: found.document, published_at: found.createdAt };
    const past =
      week < weekOf(now)
        ? " The week closed before this site began to record ballots."
        : " The file appears once the week has closed.";
    return notFound("ballot file of week", week, [], startOfWeek(week) ? past : " Write a week as 2026-W47.");
  },
});
