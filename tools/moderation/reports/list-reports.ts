import * as z from "zod";
import { reportGroups } from "#db/queries/moderation/reports.ts";
import { listingStatuses, reportKinds, reportOutcomes } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

/** Returns open reports, most reported listings first, or decided reports, latest first. */
export default defineTeamTool({
  name: "list_reports",
  description: "Lists open reports by visitors, grouped by listing, or closed ones.",
  rest: { method: "GET", path: "/team/reports" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({ is_open: z.boolean().default(true), ...openPageInput }),
  output: openPageOf(
    z.strictObject({
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
    }),
  ),
  async run({ read, site }, { is_open: isOpen, ...page }) {
    const rows = await reportGroups(read, site.id, { isOpen, ...openWindowOf(page) });
    const items = rows.map(({ listingId, lastId, firstAt, lastAt, decidedAt, ...row }) => ({
      ...row,
      last_id: lastId,
      first_at: firstAt,
      last_at: lastAt,
      decided_at: decidedAt,
    }));
    return openPageFrom(items, page);
  },
});
