import * as z from "zod";
import { comparedBySlug } from "#db/queries/listings/listings.ts";
import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { nameEachOther } from "#db/queries/listings/subjects.ts";
import { type FactName, factNames, listingFields } from "#db/schema/listing-fields.ts";
import { invalid } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { itemPage, itemPageOf, named } from "../listings/shared/brief.ts";
import {
  conditionCode,
  conditionForm,
  conditionText,
  currentRates,
  factOf,
  meets,
  priceNote,
  verdicts,
  withCurrency,
  writtenCondition,
} from "../listings/shared/conditions.ts";
import { factText, numberedSources, sourceNotes, sourceWords } from "../listings/shared/fact-text.ts";
import { listingsNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, publicListing, toProfile } from "../listings/shared/records.ts";
import { comparePath, maxCompared } from "./shared/compare-path.ts";

const isCompared = Object.fromEntries([...factNames, "fact_sources", "founders"].map((name) => [name, true]));
const compared = listingCard
  .extend(
    publicListing.pick(isCompared as Record<(typeof factNames)[number] | "fact_sources" | "founders", true>).shape,
  )
  .meta({ id: "ComparedListing" });
type Compared = z.output<typeof compared>;

const sourceNumbers = z.array(z.array(z.int())).describe("For each listing, the numbers of the fact's sources");

const row = z.strictObject({
  field: z.string(),
  label: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.null()])),
  sources: sourceNumbers.optional(),
});
type Value = z.output<typeof row>["values"][number];

const list = (values: string[]) => (values.length === 0 ? null : values.join(", "));

const rows: { field: string; label: string; value(listing: Compared): Value }[] = [
  { field: "headline", label: "Headline", value: (listing) => listing.headline },
  { field: "pricing", label: "Pricing", value: (listing) => listing.pricing },
  { field: "platforms", label: "Platforms", value: (listing) => list(listing.platforms) },
  ...factNames.map((field) => ({
    field,
    label: listingFields[field].label,
    value: (listing: Compared) => factText(listing, field),
  })),
  { field: "categories", label: "Categories", value: (listing) => list(listing.categories.map(({ name }) => name)) },
  { field: "votes", label: "Votes", value: (listing) => listing.votes },
  { field: "rank", label: "Rank in launch week", value: (listing) => listing.rank },
  { field: "launch_week", label: "Launch week", value: (listing) => listing.launch_week },
  { field: "verified", label: "Ownership", value: (listing) => listing.verified.status },
  { field: "domain_rating", label: "Domain Rating", value: (listing) => listing.domain_rating?.value ?? null },
  { field: "founders", label: "Founders", value: (listing) => list(listing.founders.map(({ name }) => name)) },
  { field: "created_at", label: "Listed since", value: (listing) => listing.created_at.slice(0, 10) },
];

const maxConditions = 20;

const required = z.strictObject({
  field: z.string(),
  condition: z.string().describe("In words"),
  price_note: z.string().optional().describe("How prices in other currencies were compared"),
  results: z.array(z.enum(verdicts)),
  sources: sourceNumbers,
});

const answerFields = {
  sources: z.array(z.string()).describe("Number 1 first. Values without a source are from the listings' pages"),
  page_url: z.string().describe("Page with this comparison, for citations"),
};

export default defineTool({
  name: "compare_listings",
  title: "Compare listings",
  description:
    "Compares live listings. Use it when the user chooses between products. Returns one row per fact, with values in the order of slugs (null: unknown). Find slugs with search_listings or get_alternatives.",
  family: "Listings",
  rest: { method: "GET", path: "/compare", texts: { must: conditionForm } },
  page: "/compare?slugs={slugs}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slugs: z
      .array(slug)
      .min(2)
      .max(maxCompared)
      .meta({
        uniqueItems: true,
        description: "Different slugs",
        example: ["lumenroll", "framevault"],
      }),
    must: z
      .array(writtenCondition)
      .refine((all) => all.length <= maxConditions, `must have at most ${maxConditions} conditions`)
      .optional()
      .describe("Conditions to check"),
  }),
  output: z
    .strictObject({
      items: z.array(compared),
      rows: z.array(row),
      must: z.array(required).describe("Results in the order of slugs"),
      ...answerFields,
    })
    .meta({ id: "Comparison" }),
  examples: [{ slugs: ["lumenroll", "framevault"] }],
  maxAge: 60,
  counts: "comparisons",
  async run(context, { slugs, must: sent = [] }) {
    const { read, site, urls } = context;
    const must = sent.map((condition) => withCurrency(condition, site.currency));
    const current = await Promise.all(slugs.map(async (slug) => (await mergedInto(read, site.id, slug))?.slug ?? slug));
    const repeated = current.findIndex((slug, i) => current.indexOf(slug) < i);
    if (repeated >= 0)
      invalid(`slugs.${repeated}`, "repeated", `repeats "${current[repeated]}"`, {
        fix: "Send each slug once.",
      });
    const found = await Promise.all(current.map((slug) => comparedBySlug(read, site.id, slug)));
    const missing = slugs.filter((_, i) => !found[i]);
    if (missing.length > 0)
      return listingsNotFound(context, missing, (suggestions) => ({
        tool: "compare_listings",
        arguments: { slugs: slugs.map((slug) => suggestions.get(slug) ?? slug) },
      }));
    const items = found.map((row): Compared => {
      const profile = toProfile(row!, urls);
      return Object.fromEntries(comparedFields.map((field) => [field, profile[field]])) as Compared;
    });
    const rates = await currentRates(read);
    const currencies = [...new Set(items.flatMap(({ plans }) => plans.map(({ currency }) => currency)))];
    const [one, two] = items as [Compared, Compared];
    const isPair = items.length === 2 && (await nameEachOther(read, site.id, one, two));
    const { sources, numbersOf } = numberedSources(
      items.flatMap((item) => factNames.flatMap((name) => sourceWords(item, name))),
    );
    const numbers = (fact: FactName | null) => items.map((item) => (fact ? numbersOf(sourceWords(item, fact)) : []));
    return {
      items,
      rows: rows.map(({ field, label, value }) => {
        const row = { field, label, values: items.map(value) };
        const fact = isKnown(row) && factNames.find((name) => name === field);
        return fact ? { ...row, sources: numbers(fact) } : row;
      }),
      must: must.map((condition) => ({
        field: condition.field,
        condition: conditionText(condition),
        ...(condition.field === "price_max" && { price_note: priceNote(condition.currency, currencies, rates) }),
        results: items.map((item) => meets(condition, item, rates)),
        sources: numbers(factOf(condition.field)),
      })),
      sources,
      page_url: urls.base + comparePath(current, isPair, must.map(conditionCode)),
    };
  },
  brief: {
    output: z.strictObject({
      items: z.array(listingCard.pick({ slug: true, name: true, url: true })),
      must: z.array(required),
      rows: z.array(row.omit({ label: true })),
      ...answerFields,
      ...itemPage,
    }),
    from: ({ items, rows, ...rest }) => ({
      ...rest,
      items: items.map(({ slug, name, url }) => ({ slug, name, url })),
      rows: rows.map(({ label: _, ...row }) => row),
      ...itemPageOf(items),
    }),
  },
  text: ({ items, rows, must, sources }) => {
    const unknown = rows.filter((row) => !isKnown(row)).map(({ label }) => label);
    const { noteOf, line } = sourceNotes(sources);
    // A vertical bar in a value would move the values after it into another listing's column.
    const across = (values: readonly Value[], numbers: readonly number[][] = []) =>
      values
        .map((value, i) =>
          `${value === null ? "unknown" : String(value).replaceAll("|", "/")} ${noteOf(numbers[i])}`.trim(),
        )
        .join(" | ");
    return lines(
      `Comparing ${across(items.map(named))}`,
      `URL: ${across(items.map(({ url }) => url))}`,
      must.map(
        ({ condition, price_note, results, sources }) =>
          `Condition ${condition}: ${across(
            results.map((result) => result.replace("_", " ")),
            sources,
          )}${price_note === undefined ? "" : `. ${price_note}`}`,
      ),
      rows.filter(isKnown).map(({ label, values, sources }) => `${label}: ${across(values, sources)}`),
      unknown.length > 0 && `Unknown for all: ${unknown.join(", ")}`,
      line,
    );
  },
});

const isKnown = ({ values }: { values: readonly Value[] }) => values.some((value) => value !== null);

const comparedFields = Object.keys(compared.shape) as (keyof Compared)[];
