import * as z from "zod";
import { slugify } from "#db/queries/listings/slugs.ts";
import { publicSubjectSlugs } from "#db/queries/listings/subjects.ts";
import { keyFactsOf } from "#db/queries/search/alternatives.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { filled, line } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines, shortUrl } from "../core/text/text.ts";
import { briefCard, cardLines, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { listingNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, toCard } from "../listings/shared/records.ts";
import { alternativesOf, alternativesToSubject } from "./similar/alternatives.ts";
import { keyFacts, keyFactTexts, toKeyFacts } from "./similar/key-facts.ts";
import { replacedProduct } from "./similar/replaced-product.ts";

const similarityFields = {
  score: z.number().min(0).max(1).describe("Similarity, with two decimals"),
  shared: z.array(z.string()).describe("What the two products have in common"),
  facts: keyFacts,
};
const alternative = listingCard.extend(similarityFields).meta({ id: "Alternative" });
const answerFields = {
  subject: z
    .strictObject({
      slug: z.string(),
      name: z.string(),
      url: z.string().nullable(),
      is_listed: z.boolean(),
    })
    .describe("The product to replace"),
  page_url: z.string().describe("Page with the alternatives, for citations"),
  order: z.string().describe("Why the order can differ from the scores"),
  next_actions: z.array(nextAction).describe("What to do if no listing is similar enough"),
};
const order =
  "The site team's choices come first, then products that say that they replace it, and popular products rank slightly higher.";

export default defineTool({
  name: "get_alternatives",
  title: "Get alternatives",
  description:
    "Returns live listings that could replace a product, listed here or not, with their price, licence, hosting, API and SSO. Use it when the user looks for an alternative. Choices of the site team come first, then products that say that they replace it, then the most similar. Each has a score and reasons; there may be none.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}/alternatives" },
  page: "/alternatives/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: filled(line(200)).meta({
      description: "Slug of a listing, or the name of any product",
      example: "lumenroll",
    }),
    limit: z.int().min(1).max(50).default(10).meta({ description: "Maximum number of alternatives", example: 5 }),
  }),
  output: z.strictObject({ items: z.array(alternative), ...answerFields }).meta({ id: "Alternatives" }),
  examples: [{ slug: "lumenroll", limit: 5 }],
  maxAge: 300,
  async run(context, { slug, limit }) {
    const { read, site, urls } = context;
    const found = await replacedProduct(context, slug);
    if (!found) {
      const others = await publicSubjectSlugs(read, site.id, slugify(slug).slice(0, 2));
      return listingNotFound(context, slug, "get_alternatives", { limit }, others);
    }
    const ranked = await (found.listed
      ? alternativesOf(context, found.listed, limit)
      : alternativesToSubject(context, found.subject, limit));
    const ids = ranked.map(({ other }) => other.id);
    const cards = await storedCardsOf(read, ids);
    const facts = await keyFactsOf(read, ids);
    const product = found.listed ?? found.subject;
    const [main] = found.listed?.categories ?? [];
    const elsewhere = {
      tool: "search_listings",
      arguments: main ? { category: main.slug } : { q: found.listed?.headline ?? product.name },
      why: main ? `See all listings in ${main.name}.` : "Search for similar listings.",
      who: "agent" as const,
    };
    return {
      subject: {
        slug: product.slug,
        name: product.name,
        url: product.url,
        is_listed: found.listed !== undefined,
      },
      page_url: `${urls.base}/alternatives/${product.slug}`,
      order,
      next_actions: cards.length === 0 ? [elsewhere] : [],
      items: cards.map((card, i) => ({
        ...toCard(card, urls),
        score: Math.round(ranked[i]!.score * 100) / 100,
        shared: ranked[i]!.shared,
        facts: toKeyFacts(facts[i]!),
      })),
    };
  },
  brief: {
    output: z.strictObject({
      items: z.array(briefCard.extend({ ...similarityFields, facts: keyFacts.partial().optional() })),
      ...itemPage,
      ...answerFields,
    }),
    from: ({ items, ...rest }) => ({
      ...rest,
      ...itemPageOf(items),
      items: items.map((item) => ({
        ...toBrief(item),
        score: item.score,
        shared: item.shared,
        ...knownOf(item),
      })),
    }),
  },
  text: ({ subject, items, order, next_actions }) =>
    lines(
      `Alternatives to ${subject.name}${subject.is_listed ? ` (${subject.slug})` : ", which is not listed here"}${subject.url === null ? "" : `: ${shortUrl(subject.url)}`}`,
      items.flatMap((item, i) => [
        ...cardLines(`${i + 1}. `, item, `similarity ${item.score} (${item.shared.join("; ")})`),
        factsLine(item.facts),
      ]),
      items.length === 0 && "No listings are similar enough.",
      items.length > 1 && order,
      actionLines(next_actions),
    ),
});

/** Without unknown facts, because models pay for every field. */
function knownOf({ facts }: { facts: z.output<typeof keyFacts> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return known.length > 0 && { facts: Object.fromEntries(known) };
}

/** A missing fact is unknown. */
function factsLine(facts: z.output<typeof keyFacts>) {
  const known = keyFactTexts.flatMap(({ label, text }) => (text(facts) === null ? [] : `${label}: ${text(facts)}`));
  return known.length > 0 && `  ${known.join("; ")}`;
}
