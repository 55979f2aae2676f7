import * as z from "zod";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { saveRating } from "#db/queries/votes/ratings.ts";
import { countsOf, outcome, outcomesOf } from "../core/calls/batch.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Imports ratings. If a domain already has a newer rating, that rating is kept. */
export default defineOperation({
  name: "import_ratings",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    source: z.string().min(1),
    checked_at: time,
    ratings: z.array(z.strictObject({ domain: z.string(), value: z.int().min(0).max(100) })),
  }),
  output: z.strictObject({ outcomes: z.array(outcome) }),
  async run(_context, { source, checked_at, ratings }) {
    return async (tx, record) => {
      const changed: Subject[] = [];
      const outcomes = await outcomesOf(ratings, async ({ domain, value }) => {
        const saved = await saveRating(tx, { domain, value, source, checkedAt: checked_at });
        if (saved !== "unchanged") changed.push(`rating:${domain}`);
        return saved;
      });
      const [first, ...others] = changed;
      if (first) record({ subjects: [first, ...others], after: { source, checked_at, ...countsOf(outcomes) } });
      return { outcomes };
    };
  },
});
