import * as z from "zod";
import { markCases } from "#db/queries/moderation/text-marks.ts";
import { listingStatuses, markKinds, markOutcomes, textSources } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../../core/lists/pagination.ts";
import { defineOperation } from "../../core/operations/define.ts";

const markRecord = z.strictObject({
  mark_id: z.int(),
  source: z.enum(textSources),
  slug: z.string(),
  name: z.string(),
  status: z.enum(listingStatuses).nullable().describe("Of the listing; null for a post"),
  kind: z.enum(markKinds),
  field: z.string(),
  sentence: z.string(),
  found_at: time,
  outcome: z.enum(markOutcomes).nullable(),
  reason: z.string().nullable(),
  decided_at: time.nullable(),
});
export type MarkRecord = z.output<typeof markRecord>;

/** Sentences that speak to assistants or ask for votes, and names that look like others: the open ones, or the decided ones, latest first. */
export default defineOperation({
  name: "list_marks",
  scopes: [],
  actors: ["team"],
  effect: "read",
  input: z.strictObject({ is_open: z.boolean().default(true), ...openPageInput }),
  output: z.strictObject({ items: z.array(markRecord), has_more: z.boolean() }),
  async run({ read, site }, { is_open: isOpen, ...page }) {
    const rows = await markCases(read, site.id, { isOpen, ...openWindowOf(page) });
    const { items, has_more } = openPageFrom(rows, page);
    return {
      has_more,
      items: items.map(
        ({ id, source, slug, name, status, kind, field, sentence, foundAt, outcome, reason, decidedAt }) => ({
          mark_id: id,
          ...{ source, slug, name, status, kind, field, sentence, outcome, reason },
          found_at: foundAt,
          decided_at: decidedAt,
        }),
      ),
    };
  },
});
