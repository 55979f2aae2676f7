import * as z from "zod";
import { bulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { notFound } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { type BulkOperation, bulkOperationNames } from "./bulk-operations.ts";

export default defineTeamTool({
  name: "get_bulk_action",
  description: "Returns the progress of a bulk action, with the items that were skipped or not possible.",
  rest: { method: "GET", path: "/team/bulk-actions/{bulk_action_id}" },
  scopes: ["team:review", "team:content"],
  effect: "read",
  input: z.strictObject({ bulk_action_id: z.int().min(1) }),
  output: z.strictObject({
    bulk_action_id: z.int(),
    operation: z.enum(bulkOperationNames),
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    skipped: z.int().describe("Items that the team had already decided"),
    failures: z
      .array(z.strictObject({ item: z.string(), reason: z.string() }))
      .describe("The first 1,000 items that failed or were skipped"),
    started_at: time,
    finished_at: time.nullable(),
  }),
  async run({ read, site }, { bulk_action_id: id }) {
    const bulk = await bulkAction<BulkOperation>(read, id);
    if (bulk?.siteId !== site.id) return notFound("bulk action", id);
    const { operation, items, position, failed, skipped, failures, createdAt, finishedAt } = bulk;
    return {
      bulk_action_id: id,
      operation,
      total: items.length,
      done: position - failed - skipped,
      failed,
      skipped,
      failures: failures.map(({ item, reason }) => ({ item: String(item.slug ?? item.flag_id ?? "records"), reason })),
      started_at: createdAt,
      finished_at: finishedAt,
    };
  },
});
