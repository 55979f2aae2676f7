import * as z from "zod";
import { categoryBySlug } from "#db/queries/content/categories.ts";
import { categorySlugs } from "#db/queries/founders/near-slugs.ts";
import { searchListings } from "#db/queries/search/search.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { unknownSlug } from "../core/calls/unknown-slug.ts";
import { slug } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { briefCard, cardList, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { listingCard, toCard } from "../listings/shared/records.ts";
import { categoryFields, categoryLine, toCategory } from "./records.ts";

const follow_url = z.string().describe("Page on which people can follow this category");

export default defineTool({
  name: "get_category",
  title: "Get a category",
  description:
    "Returns one category with its most voted live listings, including subcategories. Use it to see the best products of a kind. For more, use search_listings with category.",
  family: "Categories",
  rest: { method: "GET", path: "/categories/{slug}" },
  page: "/categories/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: slug.meta({ description: "Slug from list_categories", example: "media" }),
    top: z.int().min(1).max(50).default(10).meta({ description: "Maximum number of listings", example: 5 }),
  }),
  output: z.strictObject({ ...categoryFields, follow_url, top: z.array(listingCard) }).meta({ id: "CategoryWithTop" }),
  examples: [{ slug: "media", top: 5 }],
  maxAge: 60,
  async run({ read, site, urls, now }, { slug, top }) {
    const row = await categoryBySlug(read, site.id, slug);
    if (!row)
      unknownSlug("category", slug, await categorySlugs(read, site.id), {
        retry: (near) => ({ tool: "get_category", arguments: { slug: near, top } }),
        find: { tool: "list_categories", why: "List all categories.", who: "agent" },
      });
    const { ids } = await searchListings(read, {
      siteId: site.id,
      categoryIds: [row.id],
      sort: "votes",
      limit: top,
      offset: 0,
      now,
    });
    return {
      ...toCategory(row),
      follow_url: `${urls.base}/categories/${slug}`,
      top: (await storedCardsOf(read, ids)).map((card) => toCard(card, urls)),
    };
  },
  brief: {
    output: z.strictObject({ ...categoryFields, follow_url, top: z.array(briefCard), ...itemPage }),
    from: ({ top, ...category }) => ({ ...category, top: top.map(toBrief), ...itemPageOf(top) }),
  },
  text: ({ top, follow_url, ...category }) =>
    lines(
      categoryLine(category),
      cardList(top),
      `To get new products by email, the user follows this category at ${follow_url}`,
    ),
});
