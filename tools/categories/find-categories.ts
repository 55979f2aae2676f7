import * as z from "zod";
import { categoryRows } from "#db/queries/content/write-category.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

const category = z.strictObject({
  slug: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  live_listings: z.int(),
  description: z.string(),
});

export default defineTeamTool({
  name: "find_categories",
  command: {
    name: "category list",
    description: "List all categories, with subcategories under their parents",
    site: "option",
    columns: ["slug", "name", "parent", "live_listings", "description"],
  },
  description: "Returns all categories of the site. Subcategories come after their parents.",
  rest: { method: "GET", path: "/team/categories" },
  scopes: ["team:content"],
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
