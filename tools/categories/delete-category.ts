import * as z from "zod";
import { categoryRow, deleteCategory } from "#db/queries/content/write-category.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "delete_category",
  command: {
    name: "category delete <slug>",
    description: "Delete a category",
    site: "option",
    done: ({ slug }) => `Deleted the category ${slug}.`,
  },
  description:
    "Deletes a category that has no subcategories. If it has listings, set unfile to remove them from the category.",
  rest: { method: "DELETE", path: "/team/categories/{slug}" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
  input: z.strictObject({ slug, unfile: z.boolean().describe("remove the listings from the category") }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site }, { slug, unfile }) {
    return async (tx, record) => {
      const row = (await categoryRow(tx, site.id, slug)) ?? notFound("category", slug);
      const { id, name, description, parentSlug: parent } = row;
      const unfiled = await deleteCategory(tx, row, { unfile });
      record({
        subjects: [`category:${id}`, ...unfiled.map((listing) => `listing:${listing}` as const)],
        before: { slug, name, description, parent },
      });
      return { slug };
    };
  },
});
