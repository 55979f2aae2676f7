import * as z from "zod";
import { profileBySlug } from "#db/queries/listings/listings.ts";
import { invalid } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { itemPage, itemPageOf, named } from "../listings/shared/brief.ts";
import { listingsNotFound } from "../listings/shared/listing-not-found.ts";
import { listingCard, publicListing, toProfile } from "../listings/shared/records.ts";

const compared = listingCard.extend({ founders: publicListing.shape.founders }).meta({ id: "ComparedListing" });
type Compared = z.output<typeof compared>;

const row = z.strictObject({
  field: z.string(),
  label: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.null()])),
});
type Value = z.output<typeof row>["values"][number];

const list = (values: string[]) => (values.length === 0 ? null : values.join(", "));

const rows: { field: string; label: string; value(listing: Compared): Value }[] = [
  { field: "headline", label: "Headline", value: (listing) => listing.headline },
  { field: "pricing", label: "Pricing", value: (listing) => listing.pricing },
  { field: "platforms", label: "Platforms", value: (listing) => list(listing.platforms) },
  { field: "categories", label: "Categories", value: (listing) => list(listing.categories.map(({ name }) => name)) },
  { field: "votes", label: "Votes", value: (listing) => listing.votes },
  { field: "rank", label: "Rank in launch week", value: (listing) => listing.rank },
  { field: "launch_week", label: "Launch week", value: (listing) => listing.launch_week },
  { field: "verified", label: "Ownership", value: (listing) => listing.verified.status },
  { field: "domain_rating", label: "Domain Rating", value: (listing) => listing.domain_rating?.value ?? null },
  { field: "founders", label: "Founders", value: (listing) => list(listing.founders.map(({ name }) => name)) },
  { field: "created_at", label: "Listed since", value: (listing) => listing.created_at.slice(0, 10) },
];

export default defineTool({
  name: "compare_listings",
  title: "Compare listings",
  description:
    "Compares 2 to 5 live listings. Use it when the user chooses between products; for one product, use get_listing. Returns one row per fact, with values in the order of slugs; an unknown value is null. Find slugs with search_listings or get_alternatives.",
  family: "Listings",
  rest: { method: "GET", path: "/compare" },
  page: "/compare?slugs={slugs}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slugs: z
      .array(slug)
      .min(2)
      .max(5)
      .meta({
        uniqueItems: true,
        description: "Slugs of different listings",
        example: ["lumenroll", "framevault"],
      }),
  }),
  output: z
    .strictObject({
      items: z.array(compared),
      rows: z.array(row),
    })
    .meta({ id: "Comparison" }),
  examples: [{ slugs: ["lumenroll", "framevault"] }],
  maxAge: 60,
  counts: "comparisons",
  async run(context, { slugs }) {
    const { read, site, urls } = context;
    const repeated = slugs.findIndex((slug, i) => slugs.indexOf(slug) < i);
    if (repeated >= 0)
      invalid(`slugs.${repeated}`, "repeated", `repeats "${slugs[repeated]}"`, {
        fix: "Send each slug once.",
      });
    const found = await Promise.all(slugs.map((slug) => profileBySlug(read, site.id, slug)));
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
    return { items, rows: rows.map(({ field, label, value }) => ({ field, label, values: items.map(value) })) };
  },
  brief: {
    output: z.strictObject({
      items: z.array(listingCard.pick({ slug: true, name: true, url: true })),
      rows: z.array(row.omit({ label: true })),
      ...itemPage,
    }),
    from: ({ items, rows }) => ({
      items: items.map(({ slug, name, url }) => ({ slug, name, url })),
      rows: rows.map(({ field, values }) => ({ field, values })),
      ...itemPageOf(items),
    }),
  },
  text: ({ items, rows }) =>
    lines(
      `Comparing ${across(items.map(named))}`,
      `URL: ${across(items.map(({ url }) => url))}`,
      rows.map(({ label, values }) => `${label}: ${across(values)}`),
    ),
});

// A vertical bar in a value would move the values after it into another listing's column.
const across = (values: Value[]) =>
  values.map((value) => (value === null ? "unknown" : String(value).replaceAll("|", "/"))).join(" | ");

const comparedFields = Object.keys(compared.shape) as (keyof Compared)[];
