import * as z from "zod";
import { categoriesOf, countCategories } from "#db/queries/content/categories.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { itemPage, itemPageOf } from "../listings/shared/brief.ts";
import { categoryFields, categoryLine, toCategory } from "./records.ts";

export default defineTool({
  name: "list_categories",
  title: "List categories",
  description:
    "Returns the site's categories with their numbers of live listings. Use it to find a slug for get_category or search_listings. Top-level categories come first.",
  family: "Categories",
  rest: { method: "GET", path: "/categories" },
  page: "/categories",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject(pageInput),
  output: pageOf(z.strictObject({ ...categoryFields, page_url: z.string() }).meta({ id: "Category" })).meta({
    id: "CategoryList",
  }),
  examples: [{ per_page: 5 }],
  maxAge: 60,
  async run({ read, site, urls }, page) {
    const rows = await categoriesOf(read, site.id, { limit: page.per_page, offset: offsetOf(page) });
    const items = rows.map((row) => ({ ...toCategory(row), page_url: `${urls.base}/categories/${row.slug}` }));
    return pageFrom(items, await countCategories(read, site.id), page);
  },
  brief: {
    output: pageOf(z.strictObject(categoryFields)).extend(itemPage),
    from: ({ items, ...page }) => ({
      items: items.map(({ page_url: _, ...category }) => category),
      ...itemPageOf(items),
      ...page,
    }),
  },
  text: (found) => lines(pageLine(found, "This site has no categories yet."), found.items.map(categoryLine)),
});
