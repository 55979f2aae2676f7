import * as z from "zod";
import { traitsBySlug } from "#db/queries/search/alternatives.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { briefCard, cardLines, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { listingNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, listingSlug, toCard } from "../listings/shared/records.ts";
import { alternativesOf } from "./similar/alternatives.ts";

const similarityFields = {
  score: z.number().min(0).max(1).describe("Similarity, with two decimals"),
  shared: z.array(z.string()).describe("What the two listings have in common"),
};
const alternative = listingCard.extend(similarityFields).meta({ id: "Alternative" });
const answerFields = {
  order: z.string().describe("Why the order can differ from the scores"),
  next_actions: z.array(nextAction).describe("What to do if no listing is similar enough"),
};
const order = "The site team's choices come first, and popular products rank slightly higher.";

export default defineTool({
  name: "get_alternatives",
  title: "Get alternatives",
  description:
    "Returns live listings that could replace a given listing. Use it when the user looks for an alternative to a listed product; for other products, use search_listings. Alternatives chosen by the site team come first, then the most similar by kind, category, tags and words. Each has a score and reasons; there may be none.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}/alternatives" },
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: listingSlug,
    limit: z.int().min(1).max(50).default(10).meta({ description: "Maximum number of alternatives", example: 5 }),
  }),
  output: z.strictObject({ items: z.array(alternative), ...answerFields }).meta({ id: "Alternatives" }),
  examples: [{ slug: "lumenroll", limit: 5 }],
  maxAge: 300,
  async run(context, { slug, limit }) {
    const { read, site, urls } = context;
    const own = await traitsBySlug(read, site.id, slug);
    if (!own) return listingNotFound(context, slug, "get_alternatives", { limit });
    const ranked = await alternativesOf(context, own, limit);
    const cards = await storedCardsOf(
      read,
      ranked.map(({ other }) => other.id),
    );
    const [main] = own.categories;
    const elsewhere = {
      tool: "search_listings",
      arguments: main ? { category: main.slug } : { q: own.headline },
      why: main ? `See all listings in ${main.name}.` : "Search for similar listings.",
      who: "agent" as const,
    };
    return {
      order,
      next_actions: cards.length === 0 ? [elsewhere] : [],
      items: cards.map((card, i) => ({
        ...toCard(card, urls),
        score: Math.round(ranked[i]!.score * 100) / 100,
        shared: ranked[i]!.shared,
      })),
    };
  },
  brief: {
    output: z.strictObject({ items: z.array(briefCard.extend(similarityFields)), ...itemPage, ...answerFields }),
    from: ({ items, ...rest }) => ({
      ...rest,
      ...itemPageOf(items),
      items: items.map((item) => ({ ...toBrief(item), score: item.score, shared: item.shared })),
    }),
  },
  text: ({ items, order, next_actions }) =>
    lines(
      items.flatMap((item, i) => cardLines(`${i + 1}. `, item, `similarity ${item.score} (${item.shared.join("; ")})`)),
      items.length === 0 && "No listings are similar enough.",
      items.length > 1 && order,
      actionLines(next_actions),
    ),
});
