import * as z from "zod";
import { flagCases } from "#db/queries/moderation/text-flags.ts";
import { flagKinds, flagOutcomes, listingStatuses, textSources } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import {
  caseFilterInput,
  caseFilterOf,
  caseMarks,
  casePageOf,
  sortInput,
  toMarks,
  totalOf,
} from "../shared/case-input.ts";

const flagRecord = z.strictObject({
  flag_id: z.int(),
  source: z.enum(textSources),
  slug: z.string(),
  name: z.string(),
  status: z.enum(listingStatuses).nullable().describe("The listing's status; null for a post"),
  kind: z.enum(flagKinds),
  field: z.string(),
  sentence: z.string(),
  found_at: time,
  outcome: z.enum(flagOutcomes).nullable(),
  reason: z.string().nullable(),
  decided_at: time.nullable(),
  ...caseMarks,
});
export type FlagRecord = z.output<typeof flagRecord>;

export default defineTeamTool({
  name: "list_flags",
  description:
    "Lists texts that need a decision, because they address assistants, ask for votes or use a look-alike name.",
  rest: { method: "GET", path: "/team/flags" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    is_open: z.boolean().default(true),
    kind: z.enum(flagKinds).optional(),
    ...caseFilterInput,
    sort: sortInput.default("newest"),
    ...openPageInput,
  }),
  output: casePageOf(flagRecord),
  async run(context, { is_open: isOpen, page, per_page, ...asked }) {
    const { read, site } = context;
    const filter = caseFilterOf(context, asked);
    const rows = await flagCases(read, site.id, { isOpen, filter, ...openWindowOf({ page, per_page }) });
    const items = rows.map(({ id, source, slug, name, status, kind, field, sentence, outcome, reason, ...row }) => ({
      flag_id: id,
      ...{ source, slug, name, status, kind, field, sentence, outcome, reason },
      found_at: row.foundAt,
      decided_at: row.decidedAt,
      ...toMarks(row),
    }));
    return { ...openPageFrom(items, { page, per_page }), total: totalOf(rows) };
  },
});
