import * as z from "zod";
import { traitsBySlug } from "#db/queries/search/alternatives.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { briefCard, cardLines, toBrief } from "../listings/shared/brief.ts";
import { listingNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, listingSlug, toCard } from "../listings/shared/records.ts";
import { alternativesOf } from "./similar/alternatives.ts";

const similarityFields = {
  score: z.number().min(0).max(1).describe("Similarity, with two decimals"),
  shared: z.array(z.string()).describe("What the two listings have in common"),
};
const alternative = listingCard.extend(similarityFields).meta({ id: "Alternative" });

export default defineTool({
  name: "get_alternatives",
  title: "Get alternatives",
  description:
    "Returns live listings that could replace a given listing. Use it when the user looks for an alternative to a listed product; for other products, use search_listings. Alternatives chosen by the site team come first, then the most similar by category, tags and words. Each has a score and the reasons.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}/alternatives" },
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: listingSlug,
    limit: z.int().min(1).max(50).default(10).meta({ description: "Maximum number of alternatives", example: 5 }),
  }),
  output: z.strictObject({ items: z.array(alternative) }).meta({ id: "Alternatives" }),
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
    return {
      items: cards.map((card, i) => ({
        ...toCard(card, urls),
        score: Math.round(ranked[i]!.score * 100) / 100,
        shared: ranked[i]!.shared,
      })),
    };
  },
  brief: {
    output: z.strictObject({ items: z.array(briefCard.extend(similarityFields)) }),
    from: ({ items }) => ({
      items: items.map((item) => ({ ...toBrief(item), score: item.score, shared: item.shared })),
    }),
  },
  text: ({ items }) =>
    lines(
      items.flatMap((item, i) => cardLines(`${i + 1}. `, item, `similarity ${item.score} (${item.shared.join("; ")})`)),
      items.length === 0 && "No listings are similar enough.",
    ),
});
