import * as z from "zod";
import { reportGroups } from "#db/queries/moderation/reports.ts";
import { listingStatuses, reportKinds, reportOutcomes } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { defineCaseList } from "../shared/case-list.ts";

export default defineCaseList({
  name: "list_reports",
  description: "Lists open reports by visitors, grouped by listing, or closed ones.",
  path: "/team/reports",
  kinds: reportKinds,
  sort: "most_reports",
  item: {
    listing_id: z.int(),
    slug: z.string(),
    name: z.string(),
    url: z.string(),
    status: z.enum(listingStatuses),
    total: z.int(),
    last_id: z.int().describe("Send this id to decide_reports, which leaves later reports open"),
    first_at: time,
    last_at: time,
    reports: z.array(z.strictObject({ kind: z.enum(reportKinds), sentence: z.string(), created_at: time })),
    outcome: z.enum(reportOutcomes).nullable(),
    reason: z.string().nullable(),
    decided_at: time.nullable(),
  },
  find: reportGroups,
  toItem: ({ listingId, slug, name, url, status, total, reports, outcome, reason, ...row }) => ({
    listing_id: listingId,
    ...{ slug, name, url, status, total, reports, outcome, reason },
    last_id: row.lastId,
    first_at: row.firstAt,
    last_at: row.lastAt,
    decided_at: row.decidedAt,
  }),
});
