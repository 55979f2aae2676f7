import * as z from "zod";
import { decisionCases } from "#db/queries/moderation/decisions.ts";
import { answerOutcomes, decidedStatuses, listingStatuses } from "#db/schema/vocabulary.ts";
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
import { decisionRecord, toDecision } from "../shared/records.ts";

const decisionCase = z.strictObject({
  decision_id: z.int(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  listing_status: z.enum(listingStatuses),
  is_standing: z.boolean().describe("Whether the decision is still in force"),
  status: z.enum(decidedStatuses).describe("Status that the decision gave the listing"),
  outcome: z.enum(answerOutcomes).nullable(),
  decision: decisionRecord,
  ...caseMarks,
});
export type ListedDecision = z.output<typeof decisionCase>;

/** Returns decisions with an open answer, oldest first, or all other decisions, latest first. */
export default defineTeamTool({
  name: "list_decisions",
  description: "Lists decisions about listings that their owners answered, oldest first, or all other decisions.",
  rest: { method: "GET", path: "/team/decisions" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    is_open: z.boolean().default(true),
    kind: z.enum(decidedStatuses).optional().describe("Status that the decision gave the listing"),
    ...caseFilterInput,
    sort: sortInput.optional().describe("Default: open answers oldest first, others newest first"),
    ...openPageInput,
  }),
  output: casePageOf(decisionCase),
  async run(context, { is_open: isOpen, page, per_page, ...asked }) {
    const { read, site } = context;
    const filter = caseFilterOf(context, { ...asked, sort: asked.sort ?? (isOpen ? "oldest" : "newest") });
    const rows = await decisionCases(read, site.id, { isOpen, filter, ...openWindowOf({ page, per_page }) });
    const items = rows.map((row) => ({
      decision_id: row.id,
      slug: row.slug,
      name: row.name,
      url: row.url,
      listing_status: row.listingStatus,
      is_standing: row.isStanding === 1,
      status: row.status,
      outcome: row.outcome,
      decision: toDecision(row),
      ...toMarks(row),
    }));
    return { ...openPageFrom(items, { page, per_page }), total: totalOf(rows) };
  },
});
