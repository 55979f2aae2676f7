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
import { numberedSources, sourceNotes, sourceWords } from "../listings/shared/fact-text.ts";
import { listingNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, toCard, withSources } from "../listings/shared/records.ts";
import { searchPath } from "./shared/search-path.ts";
import { alternativesOf, alternativesToSubject } from "./similar/alternatives.ts";
import { keyFacts, keyFactTexts, toKeyFacts } from "./similar/key-facts.ts";
import { knownProduct, replacedProduct } from "./similar/replaced-product.ts";

const similarityFields = {
  score: z.number().min(0).max(1).describe("Similarity, with two decimals"),
  shared: z.array(z.string()).describe("What the two products have in common"),
  facts: keyFacts,
  sources: z.record(z.string(), z.array(z.int())).describe("Numbers of the sources, by fact; plans for prices"),
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
  sources: z.array(z.string()).describe("Number 1 first"),
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
    "Returns listings that could replace a product, listed here or not, with price, licence, hosting, API, SSO and sources. Use it when the user looks for an alternative. The site team's choices come first, then products that say they replace it, then the most similar. There may be none.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}/alternatives" },
  page: "/alternatives/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: filled(line(200)).meta({
      description: "Slug, or the name of any product",
      example: "lumenroll",
    }),
    limit: z.int().min(1).max(50).default(10).meta({ description: "Maximum", example: 5 }),
  }),
  output: z.strictObject({ items: z.array(alternative), ...answerFields }).meta({ id: "Alternatives" }),
  examples: [{ slug: "lumenroll", limit: 5 }],
  maxAge: 300,
  async run(context, { slug, limit }) {
    const { read, site, urls } = context;
    const found = (await replacedProduct(context, slug)) ?? (await knownProduct(context, slug));
    if (!found) {
      const others = await publicSubjectSlugs(read, site.id, slugify(slug).slice(0, 2));
      return listingNotFound(context, slug, "get_alternatives", { limit }, others);
    }
    const ranked = await (found.listed
      ? alternativesOf(context, found.listed, limit)
      : alternativesToSubject(context, found.subject, limit));
    const ids = ranked.map(({ other }) => other.id);
    const cards = await storedCardsOf(read, ids);
    const rows = await keyFactsOf(read, ids);
    const sourced = cards.map((card, i) => ({ ...toCard(card, urls), ...withSources(rows[i]!) }));
    const numbered = sourced.map((item) => keyFactTexts.map(({ name }) => ({ name, words: sourceWords(item, name) })));
    const { sources, numbersOf } = numberedSources(numbered.flat().flatMap(({ words }) => words));
    const product = found.listed ?? found.subject;
    const q = `alternatives to ${product.name}`;
    const hasPage = found.listed !== undefined || found.subject.listingCount > 0;
    const [main] = found.listed?.categories ?? [];
    const elsewhere = {
      tool: "search_listings",
      arguments: main ? { category: main.slug } : { q: found.listed?.headline ?? q },
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
      page_url: urls.base + (hasPage ? `/alternatives/${product.slug}` : searchPath({ q })),
      order,
      sources,
      next_actions: cards.length === 0 ? [elsewhere] : [],
      items: sourced.map(({ plans: _, fact_sources: _sources, ...card }, i) => ({
        ...card,
        score: Math.round(ranked[i]!.score * 100) / 100,
        shared: ranked[i]!.shared,
        facts: toKeyFacts(rows[i]!),
        sources: Object.fromEntries(
          numbered[i]!.filter(({ words }) => words.length > 0).map(({ name, words }) => [name, numbersOf(words)]),
        ),
      })),
    };
  },
  brief: {
    output: z.strictObject({
      items: z.array(
        briefCard.extend({ ...similarityFields, facts: keyFacts.partial() }).partial({ facts: true, sources: true }),
      ),
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
  text({ subject, items, order, sources, next_actions }) {
    const { noteOf, line } = sourceNotes(sources);
    return lines(
      `Alternatives to ${subject.name}${subject.is_listed ? ` (${subject.slug})` : ", which is not listed here"}${subject.url === null ? "" : `: ${shortUrl(subject.url)}`}`,
      items.flatMap((item, i) => [
        ...cardLines(`${i + 1}. `, item, `similarity ${item.score} (${item.shared.join("; ")})`),
        factsLine(item, noteOf),
      ]),
      items.length === 0 &&
        (subject.is_listed ? "No listings are similar enough." : "No listing here says that it replaces it."),
      line,
      items.length > 1 && order,
      actionLines(next_actions),
    );
  },
});

type WithFacts = Pick<z.output<typeof alternative>, "facts" | "sources">;

/** Without unknown facts, because models pay for every field. */
function knownOf({ facts, sources }: WithFacts) {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return known.length > 0 && { facts: Object.fromEntries(known), sources };
}

/** A missing fact is unknown. */
function factsLine({ facts, sources }: WithFacts, noteOf: (numbers?: readonly number[]) => string) {
  const known = keyFactTexts.flatMap(({ name, label, text }) =>
    text(facts) === null ? [] : `${label}: ${text(facts)} ${noteOf(sources[name])}`.trim(),
  );
  return known.length > 0 && `  ${known.join("; ")}`;
}
