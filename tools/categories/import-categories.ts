import * as z from "zod";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { importCategory } from "#db/queries/content/write-category.ts";
import { countsOf, outcome, outcomesOf } from "../core/calls/batch.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "import_categories",
  actors: ["person", "key", "admin"],
  description:
    "Creates or updates categories. The name `A - B` means B with the parent A, which is created if it is missing.",
  rest: { method: "POST", path: "/team/categories/import" },
  scopes: ["team:content"],
  effect: "write",
  isAlwaysApproved: true,
  input: z.strictObject({
    records: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string().nullable().default(null).describe("Null keeps the current description"),
        slug: z.string().optional(),
        parent: z
          .string()
          .nullable()
          .optional()
          .describe("Slug of the parent category; allowed only together with slug"),
      }),
    ),
  }),
  output: z.strictObject({ outcomes: z.array(outcome), categories_made: z.array(z.string()) }),
  async run({ site }, { records }) {
    return async (tx, record) => {
      const created: string[] = [];
      const changed: Subject[] = [];
      const outcomes = await outcomesOf(records, async (category) => {
        const saved = await importCategory(tx, site.id, category, created);
        if (saved.outcome !== "unchanged") changed.push(`category:${saved.id}`);
        return saved.outcome;
      });
      if (changed.length + created.length > 0)
        record({
          subjects: [`site:${site.id}`, ...changed],
          after: { ...countsOf(outcomes), categories_made: created },
        });
      return { outcomes, categories_made: created };
    };
  },
});
