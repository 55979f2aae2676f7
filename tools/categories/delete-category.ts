import * as z from "zod";
import { categoryRow, deleteCategory } from "#db/queries/content/write-category.ts";
import { notFound } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";

/**
 * Deletes a category that has no subcategories. If it has listings, `unfile` must be set to remove them from the
 * category.
 */
export default defineOperation({
  name: "delete_category",
  actors: ["admin"],
  command: {
    name: "category delete <slug>",
    description: "Delete a category",
    site: "option",
    done: ({ slug }) => `Deleted the category ${slug}.`,
  },
  scopes: [],
  effect: "delete",
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
