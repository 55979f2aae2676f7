import * as z from "zod";
import { categoryRow, updateCategory } from "#db/queries/content/write-category.ts";
import { notFound } from "../core/errors/errors.ts";
import { filled, line, paragraphs, slug } from "../core/input/fields.ts";
import { differences } from "../core/operations/differences.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "update_category",
  command: {
    name: "category update <slug>",
    description: "Update the given fields of a category",
    site: "option",
    done: ({ slug }) => `Updated the category ${slug}.`,
  },
  description: "Changes the given fields of a category. A parent of null moves the category to the top level.",
  rest: { method: "PATCH", path: "/team/categories/{slug}" },
  scopes: ["team:content"],
  effect: "write",
  input: z.strictObject({
    slug,
    name: filled(line(200)).optional().describe("name"),
    description: paragraphs(5000).optional().describe("description"),
    parent: slug.nullable().optional().describe("slug of the parent category"),
  }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site }, { slug, ...given }) {
    return async (tx, record) => {
      const row = (await categoryRow(tx, site.id, slug)) ?? notFound("category", slug);
      const known = { name: row.name, description: row.description, parent: row.parentSlug };
      const facts = { ...known, ...given };
      if (await updateCategory(tx, site.id, row, facts))
        record({ subjects: [`category:${row.id}`], ...differences(known, facts) });
      return { slug };
    };
  },
});
