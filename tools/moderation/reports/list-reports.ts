import * as z from "zod";
import { reportGroups } from "#db/queries/moderation/reports.ts";
import { listingStatuses, reportKinds, reportOutcomes } from "#db/schema/vocabulary.ts";
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

/** Returns open reports, most reported listings first, or decided reports, latest first. */
export default defineTeamTool({
  name: "list_reports",
  description: "Lists open reports by visitors, grouped by listing, or closed ones.",
  rest: { method: "GET", path: "/team/reports" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({
    is_open: z.boolean().default(true),
    kind: z.enum(reportKinds).optional(),
    ...caseFilterInput,
    sort: sortInput.optional().describe("Default: open reports by number, closed ones newest first"),
    ...openPageInput,
  }),
  output: casePageOf(
    z.strictObject({
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
      ...caseMarks,
    }),
  ),
  async run(context, { is_open: isOpen, page, per_page, ...asked }) {
    const { read, site } = context;
    const sort = asked.sort ?? (isOpen ? "most_reports" : "newest");
    const filter = caseFilterOf(context, { ...asked, sort });
    const rows = await reportGroups(read, site.id, { isOpen, filter, ...openWindowOf({ page, per_page }) });
    const items = rows.map(({ listingId, slug, name, url, status, total, reports, outcome, reason, ...row }) => ({
      listing_id: listingId,
      ...{ slug, name, url, status, total, reports, outcome, reason },
      last_id: row.lastId,
      first_at: row.firstAt,
      last_at: row.lastAt,
      decided_at: row.decidedAt,
      ...toMarks(row),
    }));
    return { ...openPageFrom(items, { page, per_page }), total: totalOf(rows) };
  },
});
