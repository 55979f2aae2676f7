import * as z from "zod";
import { decisionCases } from "#db/queries/moderation/decisions.ts";
import { answerOutcomes, decidedStatuses, listingStatuses } from "#db/schema/vocabulary.ts";
import { defineCaseList } from "../shared/case-list.ts";
import { decisionRecord, toDecision } from "../shared/records.ts";

export default defineCaseList({
  name: "list_decisions",
  description: "Lists decisions about listings that their owners answered, oldest first, or all other decisions.",
  path: "/team/decisions",
  kinds: decidedStatuses,
  sort: "oldest",
  item: {
    decision_id: z.int(),
    slug: z.string(),
    name: z.string(),
    url: z.string(),
    listing_status: z.enum(listingStatuses),
    is_standing: z.boolean().describe("Whether the decision is still in force"),
    status: z.enum(decidedStatuses).describe("Status that the decision gave the listing"),
    outcome: z.enum(answerOutcomes).nullable(),
    decision: decisionRecord,
  },
  find: decisionCases,
  toItem: (row) => ({
    decision_id: row.id,
    slug: row.slug,
    name: row.name,
    url: row.url,
    listing_status: row.listingStatus,
    is_standing: row.isStanding === 1,
    status: row.status,
    outcome: row.outcome,
    decision: toDecision(row),
  }),
});
