import * as z from "zod";
import { openPairs } from "#db/queries/moderation/duplicates.ts";
import { duplicateReasons, listingStatuses } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

const side = z.strictObject({
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.enum(listingStatuses),
  headline: z.string(),
  summary: z.string(),
  description: z.string(),
  votes: z.int(),
  created_at: time,
});

const duplicateRecord = z.strictObject({
  pair_id: z.int(),
  reason: z.enum(duplicateReasons),
  score: z.int().describe("Similarity from 0 to 100"),
  found_at: time,
  older: side,
  newer: side,
});
export type DuplicateRecord = z.output<typeof duplicateRecord>;

export default defineTeamTool({
  name: "list_duplicates",
  description:
    "Lists pairs of listings that are probably about the same product, the most similar first. Slipway compares names, websites and texts when they change.",
  rest: { method: "GET", path: "/team/duplicates" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject(openPageInput),
  output: openPageOf(duplicateRecord),
  async run({ read, site }, page) {
    const rows = await openPairs(read, site.id, openWindowOf(page));
    const items = rows.map(({ id, foundAt, ...pair }) => ({ ...pair, pair_id: id, found_at: foundAt }));
    return openPageFrom(items, page);
  },
});
