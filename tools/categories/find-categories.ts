import * as z from "zod";
import { categoryRows } from "#db/queries/content/write-category.ts";
import { defineOperation } from "../core/operations/define.ts";

const category = z.strictObject({
  slug: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  live_listings: z.int(),
  description: z.string(),
});

export default defineOperation({
  name: "find_categories",
  actors: ["admin"],
  command: {
    name: "category list",
    description: "List all categories, with subcategories under their parents",
    site: "option",
    columns: ["slug", "name", "parent", "live_listings", "description"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(category) }),
  async run({ read, site }) {
    const rows = await categoryRows(read, site.id);
    return {
      items: rows.map(({ slug, name, parentSlug: parent, listingCount: live_listings, description }) => ({
        slug,
        name,
        parent,
        live_listings,
        description,
      })),
    };
  },
});
