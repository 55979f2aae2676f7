import * as z from "zod";
import { flagCases } from "#db/queries/moderation/text-flags.ts";
import { flagKinds, flagOutcomes, listingStatuses, textSources } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

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
});
export type FlagRecord = z.output<typeof flagRecord>;

export default defineTeamTool({
  name: "list_flags",
  description:
    "Lists texts that need a decision, because they address assistants, ask for votes or use a look-alike name.",
  rest: { method: "GET", path: "/team/flags" },
  scopes: ["team:review"],
  effect: "read",
  input: z.strictObject({ is_open: z.boolean().default(true), ...openPageInput }),
  output: openPageOf(flagRecord),
  async run({ read, site }, { is_open: isOpen, ...page }) {
    const rows = await flagCases(read, site.id, { isOpen, ...openWindowOf(page) });
    const items = rows.map(({ id, listingId, postId, foundAt, decidedAt, ...flag }) => ({
      ...flag,
      flag_id: id,
      found_at: foundAt,
      decided_at: decidedAt,
    }));
    return openPageFrom(items, page);
  },
});
