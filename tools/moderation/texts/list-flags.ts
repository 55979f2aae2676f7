import * as z from "zod";
import { flagCases } from "#db/queries/moderation/text-flags.ts";
import { flagKinds, flagOutcomes, listingStatuses, textSources } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { defineCaseList } from "../shared/case-list.ts";

export default defineCaseList({
  name: "list_flags",
  description:
    "Lists texts that need a decision, because they address assistants, ask for votes or use a look-alike name.",
  path: "/team/flags",
  kinds: flagKinds,
  sort: "newest",
  item: {
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
  },
  find: flagCases,
  toItem: ({ id, source, slug, name, status, kind, field, sentence, outcome, reason, foundAt, decidedAt }) => ({
    flag_id: id,
    ...{ source, slug, name, status, kind, field, sentence, outcome, reason },
    found_at: foundAt,
    decided_at: decidedAt,
  }),
});
