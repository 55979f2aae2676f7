import * as z from "zod";
import { countLimit, exactUpTo } from "#db/queries/common/limits.ts";
import { categoryIdBySlug } from "#db/queries/content/categories.ts";
import { categorySlugs } from "#db/queries/founders/near-slugs.ts";
import { isUsed, usedValues } from "#db/queries/search/filter-values.ts";
import { LostPlace } from "#db/queries/search/search.ts";
import { type Facet, facetNames, searchFacets } from "#db/queries/search/search-facets.ts";
import { storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { suggestCategories } from "../categories/shared/suggest-categories.ts";
import { slugFix } from "../core/calls/unknown-slug.ts";
import { invalid, type NextAction } from "../core/errors/errors.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { oneOrMore, since, slug } from "../core/input/fields.ts";
import { cursorInput, cursorOutput, lostCursor } from "../core/lists/cursor.ts";
import { beginningOf, cursorPage } from "../core/lists/cursor-page.ts";
import { offsetOf, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { withSerializedItems } from "../core/operations/serialized-output.ts";
import { closestMatch } from "../core/text/closest-match.ts";
import { lines, shortUrl } from "../core/text/text.ts";
import { platformName } from "../drafts/shared/platform-names.ts";
import { resolveWeek, week, weekStatus } from "../launches/shared/rules.ts";
import { briefCard, cardList, itemPage, itemPageOf, toBrief } from "../listings/shared/brief.ts";
import { cardJson, type ListingCard, listingCard } from "../listings/shared/records.ts";
import { findByMeaning, labelOf, type SearchResult } from "./search.ts";
import { factFilterInput, factSearch } from "./shared/fact-filters.ts";
import { filterTitle, type ListFilter, type SingleFilter, searchPath } from "./shared/search-path.ts";

const facetCount = z.strictObject({ value: z.string(), count: z.int() });
const facets = z
  .strictObject(
    Object.fromEntries(facetNames.map((name) => [name, z.array(facetCount)])) as Record<
      Facet,
      z.ZodArray<typeof facetCount>
    >,
  )
  .meta({ id: "Facets" });

const part = { text: z.string(), field: z.string(), value: z.string() };
const found = {
  ...cursorOutput,
  total_is_capped: z.boolean().describe("True if there are more matches than total"),
  understood_as: z.string().optional().describe("Interpretation of q, if it goes beyond the words in q"),
  interpreted: z.array(z.strictObject(part)).optional().describe("Conditions read from q"),
  relaxed: z
    .array(z.strictObject({ ...part, why: z.string() }).omit({ text: true }))
    .optional()
    .describe("Conditions of q that no match meets"),
  corrected: z.array(z.strictObject({ from: z.string(), to: z.string() })).optional(),
  left_out: z
    .array(z.strictObject({ text: z.string(), why: z.string() }))
    .optional()
    .describe("Unused words of q"),
  no_close_match: z.boolean().optional().describe("True if even the best match has only a part of q"),
  without: z
    .array(z.strictObject({ field: z.string(), total: z.int() }))
    .optional()
    .describe("If nothing matches: the total without each filter"),
  replacing: z.array(z.string()).optional().describe("Items that say that they replace the product in interpreted"),
  price_note: z.string().optional().describe("Which currencies price_max compared"),
  next_actions: z.array(nextAction).optional().describe("What to do if there is no close match"),
  follow_url: z.string().optional().describe("Page on which people can follow this search"),
  facets: facets.optional(),
  facets_are_capped: z.boolean().optional(),
};

const result = pageOf(listingCard).extend(found).meta({ id: "SearchResult" });

export default defineTool({
  name: "search_listings",
  title: "Search listings",
  description:
    "Returns live listings that match words and filters, best match first. Use it to find products; read one with get_listing. It tolerates typos and understands kinds of product and alternatives to known products. Search in the site's language, usually English.",
  restDescription:
    "To keep a copy of the directory, follow GET /data/changes instead of updated_since: it also reports removed records.",
  family: "Listings",
  rest: { method: "GET", path: "/listings" },
  page: "/search?q={q}",
  scopes: [],
  effect: "read",
  errors: [],
  input: z.strictObject({
    q: z.string().max(200).optional().meta({ description: "Search words", example: "photo backup" }),
    category: oneOrMore(slug).optional().meta({
      description: "Slugs from list_categories; includes subcategories",
      example: "media",
    }),
    tag: oneOrMore(z.string().max(60))
      .optional()
      .meta({ description: "Exact tags, as counted in facets", example: "self-hosted" }),
    pricing: oneOrMore(z.enum(pricingModels)).optional().meta({ description: "Pricing models", example: "free" }),
    platform: oneOrMore(z.string().max(60)).optional().meta({ description: "Platforms", example: "iOS" }),
    ...factFilterInput,
    verified: z.boolean().optional().describe("Ownership verified or not"),
    week: oneOrMore(z.string().max(40))
      .optional()
      .meta({ description: "Launch weeks, or dates within them", example: "2026-W47" }),
    from_week: week.optional().describe("First launch week"),
    to_week: week.optional().describe("Last launch week"),
    launched_since: since.optional().meta({ description: "Launched at or after this time", example: "2026-11-01" }),
    launched_before: since.optional().describe("Launched before this time"),
    min_dr: z.int().min(0).max(100).optional().meta({ description: "Minimum Domain Rating", example: 40 }),
    updated_since: since.optional().describe("Updated at or after this time"),
    sort: z.enum(["relevance", "newest", "votes", "dr"]).default("relevance").describe("Sort"),
    facets: z.boolean().default(false).describe("Also return counts of filter values"),
    ...pageInput,
    ...cursorInput,
  }),
  output: result,
  examples: [
    { q: "photo backup" },
    { category: ["media", "scheduling"], pricing: ["free", "open-source"] },
    { category: "media", sort: "newest", per_page: 5 },
  ],
  countsUpTo: countLimit,
  maxAge: 30,
  isStored: true,
  counts: "search_impressions",
  async run({ read, site, urls, now }, input) {
    const list = listOf(site.id, input);
    const beginning = beginningOf(list, input, cursorPosition);
    const categoryIds =
      input.category && (await Promise.all(input.category.map((slug) => categoryId(read, site, slug))));
    const platforms = input.platform?.map((name) => platformName(name) ?? name);
    for (const [field, values] of Object.entries({ tag: input.tag, platform: platforms }))
      for (const value of values ?? []) await requireUsed(read, site, field as "tag" | "platform", value);
    const fromWeek = input.from_week && resolveWeek(input.from_week, now, "from_week");
    const toWeek = input.to_week && resolveWeek(input.to_week, now, "to_week");
    requireInOrder("from_week", fromWeek, "to_week", toWeek);
    requireInOrder("launched_since", input.launched_since, "launched_before", input.launched_before);
    const { facts, priceNote } = await factSearch(read, site, input);
    const hits = await findByMeaning(
      { read, site, now },
      {
        q: input.q,
        categoryIds,
        tags: input.tag,
        pricings: input.pricing,
        platforms,
        facts: Object.keys(facts).length > 0 ? facts : undefined,
        verified: input.verified,
        weeks: input.week?.map((week) => begunWeek(week, now)),
        launchedSince: input.launched_since,
        launchedBefore: input.launched_before,
        fromWeek,
        toWeek,
        minRating: input.min_dr,
        updatedSince: input.updated_since,
        sort: input.sort,
        limit: input.per_page,
        offset: offsetOf(input),
        after: beginning.after,
      },
    ).catch((error: unknown) => {
      throw error instanceof LostPlace ? lostCursor() : error;
    });
    const cards = await storedCardsOf(read, hits.ids);
    const items = cards.map((card) => cardJson(card, urls));
    const ids = cards.map(({ id }) => id);
    const names = hits.sayingSo.length === 0 ? [] : cards.map(({ facts }): string => JSON.parse(facts).name);
    const replacing = names.filter((name) => hits.sayingSo.includes(name));
    return withSerializedItems<ListingCard, Omit<z.input<typeof result>, "items">>(items, ids, {
      ...cursorPage(list, input, beginning, { count: hits.ids.length, ...hits }),
      total_is_capped: hits.isCapped,
      ...understanding({ ...hits, priceNote: priceNote ?? hits.priceNote }),
      ...(replacing.length > 0 && { replacing }),
      ...((hits.total === 0 || hits.isNotClose) && { next_actions: await otherWays({ read, site }, input.q ?? "") }),
      ...(offsetOf(input) === 0 && !input.cursor && { follow_url: followUrl(urls.base, input) }),
      ...(input.facets && (await facetsOf(read, site, hits))),
    });
  },
  brief: {
    output: pageOf(briefCard).extend({ ...itemPage, ...found }),
    from: ({ items, ...page }) => ({ items: items.map(toBrief), ...itemPageOf(items), ...page }),
  },
  text: ({ facets, facets_are_capped, ...found }) =>
    lines(
      pageLine(found, "No listings match.", found.total_is_capped ? found.total : Infinity),
      understandingLines(found),
      cardList(found.items, offsetOf(found) + 1),
      Object.entries(facets ?? {}).map(
        ([field, counts]) =>
          counts.length > 0 &&
          `By ${filterTitle(field)}${facets_are_capped ? ` among the first ${countLimit}` : ""}: ${counts.map(({ value, count }) => `${value} ${count}`).join(", ")}`,
      ),
      found.follow_url !== undefined &&
        `To get new matches by email, the user follows this search at ${shortUrl(found.follow_url)}`,
    ),
});

/** Sorting and pages are not part of a followed search. */
export const followUrl = (
  base: string,
  {
    sort: _,
    page: _page,
    cursor: _cursor,
    ...filters
  }: Pick<Parameters<typeof searchPath>[0], "q" | ListFilter | SingleFilter> & Record<string, unknown>,
): string => base + searchPath(filters);

async function facetsOf(read: CallContext["read"], { listingCount }: CallContext["site"], { matched }: SearchResult) {
  const counted = listingCount <= exactUpTo ? exactUpTo : countLimit;
  const { facets, areCapped } = await searchFacets(read, { matched, counted });
  return { facets, facets_are_capped: areCapped };
}

/** How q was read, without the fields that would be empty. */
export function understanding(hits: SearchResult) {
  const { understoodAs, interpreted, relaxed, corrected, leftOut, isNotClose, without, priceNote } = hits;
  return {
    ...(understoodAs !== undefined && { understood_as: understoodAs }),
    ...(interpreted.length > 0 && { interpreted }),
    ...(relaxed.length > 0 && {
      relaxed: relaxed.map(({ field, value, isContradicted }) => ({ field, value, why: whyRelaxed(isContradicted) })),
    }),
    ...(corrected.length > 0 && { corrected: [...corrected] }),
    ...(leftOut.length > 0 && {
      left_out: leftOut.map((each) => ({ text: each.text, why: whyLeftOut(each) })),
    }),
    ...(isNotClose && { no_close_match: true }),
    ...(without.length > 0 && { without }),
    ...(priceNote !== undefined && { price_note: priceNote }),
  };
}

const whyLeftOut = ({ isUnknown, isUnmet }: SearchResult["leftOut"][number]) =>
  isUnmet
    ? "search has no filter for this"
    : isUnknown
      ? "no listing has this word"
      : "none of the best matches has this word";

const whyRelaxed = (isContradicted: boolean) =>
  isContradicted ? "the good matches say otherwise" : "no good match states it";

/** The unused words, by reason. */
export const leftOutLines = (leftOut: readonly { text: string; why: string }[]): string[] =>
  Object.entries(Object.groupBy(leftOut, ({ why }) => why)).map(
    ([why, words]) => `Left out: ${words!.map(({ text }) => text).join(", ")} (${why}).`,
  );

/** What a reader must know about the results before the first of them. */
function understandingLines(
  read: Omit<z.output<typeof result>, "items"> & { items: readonly unknown[] },
): (string | false)[] {
  const {
    understood_as,
    interpreted = [],
    replacing = [],
    relaxed = [],
    corrected = [],
    left_out = [],
    without = [],
    next_actions = [],
    price_note,
  } = read;
  const isNotClose = read.no_close_match ?? false;
  return [
    isNotClose &&
      read.items.length > 0 &&
      "No close match. The listings below have only a part of what was asked. Recommend one only if it fits; otherwise tell the user that nothing here does.",
    understood_as !== undefined &&
      `Understood as: ${understood_as}${read.total === 0 ? ", but no listing here fits" : ""}.`,
    corrected.length > 0 &&
      `Corrected: ${corrected.map(({ from, to }) => `${from} to ${to}`).join(", ")}. To search for a word as written, put it in quotation marks.`,
    ...leftOutLines([...relaxed.map((each) => ({ text: labelOf(each), why: each.why })), ...left_out]),
    without.length > 0 &&
      `Matches if one filter is left out: ${without.map(({ field, total }) => `without ${filterTitle(field)} ${total}`).join(", ")}.`,
    replacing.length > 0 &&
      `Of these, the following say that they replace ${interpreted.find(({ field }) => field === "alternative_to")?.value}: ${replacing.join(", ")}.`,
    price_note ?? false,
    ...actionLines(next_actions),
  ];
}

/** Where to go on from a search without a close match. */
async function otherWays({ read, site }: Pick<CallContext, "read" | "site">, q: string) {
  const { slugs } = await suggestCategories(read, site.id, [{ text: q, weight: 1 }]);
  const inCategories = slugs.map(
    (slug): NextAction => ({
      tool: "search_listings",
      arguments: { category: slug },
      why: `See all listings in ${slug}.`,
      who: "agent",
    }),
  );
  const browse: NextAction = {
    tool: "list_categories",
    arguments: {},
    why: "See which kinds of product are listed here, then search with other words in the language of the listings, usually English.",
    who: "agent",
  };
  return [...inCategories, browse];
}

const cursorPosition = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.int()]);

export const listOf = (
  siteId: number,
  { page: _, per_page: _per, cursor: _cursor, facets: _facets, ...asked }: object & Record<string, unknown>,
) => JSON.stringify([siteId, asked]);

async function categoryId(read: CallContext["read"], site: CallContext["site"], slug: string): Promise<number> {
  const known = await categoryIdBySlug(read, site.id, slug);
  if (known !== null) return known;
  const fix = slugFix(slug, await categorySlugs(read, site.id), "Use a slug from list_categories.");
  return invalid("category", "unknown_category", `must be the slug of a category, not "${slug}"`, fix);
}

const maxNamed = 30;

/** Throws 422 for a value that no listing has, because the empty result would hide the mistake. */
async function requireUsed(
  read: CallContext["read"],
  { id }: CallContext["site"],
  field: "tag" | "platform",
  value: string,
): Promise<void> {
  if (await isUsed(read, id, field, value)) return;
  const known = new Set(await usedValues(read, field));
  let near = closestMatch(value, known);
  // The closest value may occur only on other sites.
  while (near !== null && !(await isUsed(read, id, field, near))) {
    known.delete(near);
    near = closestMatch(value, known);
  }
  const named: string[] = [];
  if (known.size <= maxNamed) for (const each of known) if (await isUsed(read, id, field, each)) named.push(each);
  const choice =
    named.length > 0
      ? `Send one of: ${named.join(", ")}.`
      : "Send facets: true without filters to see the usual values.";
  invalid(field, `unknown_${field}`, `must be the ${field} of a listing, not "${value}"`, {
    fix: near === null ? choice : `Did you mean ${near}? ${choice}`,
  });
}

/** Throws 422 if a period ends before it starts, because the empty result would hide the mistake. */
function requireInOrder(since: string, from: string | undefined, until: string, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to)
    invalid(until, "before_start", `is ${to}, which is earlier than ${since} (${from})`, {
      fix: "Swap the two values.",
    });
}

/** Returns a week that has begun. Throws 422 for a later one, because search returns only live listings. */
function begunWeek(value: string, now: Date): string {
  const week = resolveWeek(value, now);
  if (weekStatus(week, now) === "upcoming")
    invalid("week", "future_week", `is ${week}, which has not begun; search returns only live listings`, {
      fix: "Call get_launch_week to see the scheduled listings.",
    });
  return week;
}
