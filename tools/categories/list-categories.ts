import * as z from "zod";
import { categoriesOf } from "../../db/queries/categories.ts";
import { defineTool } from "../core/define.ts";
import { lines } from "../core/text.ts";
import { categoryFields, categoryLine, toCategory } from "./records.ts";

export default defineTool({
  name: "list_categories",
  title: "List categories",
  description:
    "All categories of the site with their number of live listings: top-level ones first, then subcategories, each by name. Use a slug in get_category or as the category filter of search_listings.",
  family: "Categories",
  rest: { method: "GET", path: "/categories" },
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({}),
  output: z
    .strictObject({ items: z.array(z.strictObject(categoryFields).meta({ id: "Category" })) })
    .meta({ id: "CategoryList" }),
  examples: [{}],
  maxAge: 60,
  async run({ read, site }) {
    return { items: (await categoriesOf(read, site.id)).map(toCategory) };
  },
  text: ({ items }) => lines(items.map(categoryLine), items.length === 0 && "This site has no categories yet."),
});
