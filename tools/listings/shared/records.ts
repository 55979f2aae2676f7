import * as z from "zod";
import { planSource } from "#db/queries/listings/fact-sources.ts";
import type { ProfileRow } from "#db/queries/listings/listings.ts";
import type { StoredCard } from "#db/queries/search/stored-cards.ts";
import { type FactSource, factNames, type Plan } from "#db/schema/listing-fields.ts";
import { claimMethods, exclusions, factAuthors, pricePeriods } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { slug, time } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { pickShown, shownFields } from "./fields.ts";
import { showsSection } from "./rules.ts";

export const listingSlug = slug.meta({
  description: "Slug of the listing, from search_listings",
  example: "lumenroll",
});

const categoryRef = z.strictObject({ slug: z.string(), name: z.string() });

export const picture = z.strictObject({ url: z.string(), alt: z.string(), width: z.int(), height: z.int() });

const onCard = shownFields("card");
const onProfile = shownFields("profile");
const profileFields = pickShown("profile");

const cardFields = {
  id: z.int(),
  slug: z.string(),
  ...onCard.texts,
  url: z.string().describe("The product's own URL"),
  page_url: z.string().describe("The listing's page on this site, for citations, votes and follows"),
  logo_url: z.string().nullable(),
  categories: z.array(categoryRef),
  ...onCard.others,
  tags: z.array(z.string()),
  votes: z.int(),
  rank: z.int().nullable().describe("Rank by votes in the launch week"),
  launch_week: z.string().nullable(),
  plan_label: z.enum(["sponsored", "none"]).describe("Sponsored if the plan is paid; never affects the search order"),
  verified: z.strictObject({
    status: z.enum(["verified", "unverified"]),
    method: z.enum(claimMethods).nullable(),
    verified_until: time.nullable(),
  }),
  domain_rating: z.strictObject({ value: z.int(), source: z.string(), checked_at: time }).nullable(),
  created_at: time,
  updated_at: time,
};

export const listingCard = z.strictObject(cardFields).meta({ id: "ListingCard" });
export type ListingCard = z.output<typeof listingCard>;

export const milestoneFields = {
  id: z.int(),
  date: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  url: z.string().nullable(),
};

export const updateFields = { id: z.int(), title: z.string(), body: z.string(), created_at: time };

const factSource = z
  .strictObject({
    url: z.string().nullable(),
    quote: z.string().nullable().describe("What the page says"),
    checked_at: time.describe("When the page was last read, or the fact was written"),
    by: z.enum(factAuthors),
    confirmed: z.boolean().describe("False if the quote is no longer on the page"),
  })
  .meta({ id: "FactSource" });

type SourcedPlan = Plan & { source: FactSource | null };

const { plans, ...others } = onProfile.others;
const sourcedPlan = (plans as unknown as z.ZodArray<z.ZodObject>).element.extend({ source: factSource.nullable() });

export const publicListing = z.strictObject({
  ...cardFields,
  pictures: z.array(picture),
  votes_cast: z.int(),
  votes_excluded: z.array(z.strictObject({ reason: z.enum(exclusions), count: z.int() })),
  votes_without_ballots: z.int(),
  ...onProfile.texts,
  ...others,
  plans: z.array(sourcedPlan as unknown as z.ZodType<SourcedPlan, SourcedPlan>),
  fact_sources: z.record(z.string(), factSource).describe("Sources by field; plans have their own"),
  price_history: z
    .array(
      z.strictObject({
        plan: z.string(),
        price: z.int().describe("Minor units"),
        currency: z.string(),
        per: z.enum(pricePeriods),
        from: time,
        until: time,
      }),
    )
    .describe("Former prices, newest first"),
  founders: z.array(z.strictObject({ slug: z.string(), name: z.string(), photo_url: z.string().nullable() })),
  milestones: z.array(z.strictObject(milestoneFields)),
  updates: z.array(z.strictObject(updateFields)),
  story: z.strictObject({ title: z.string(), url: z.string() }).nullable(),
  feed_url: z.string().describe("Atom feed of its updates"),
  badges_url: z.string(),
});
export type PublicListing = z.output<typeof publicListing>;

export const mediaUrl = (urls: SiteUrls, hash: string | null) => (hash === null ? null : `${urls.base}/media/${hash}`);

/** Our URLs contain no character that JSON escapes. Stored facts begin with the id and the slug. */
export function cardJson({ facts, logoHash, offer, votes, weekRank, state }: StoredCard, urls: SiteUrls): string {
  const logo = logoHash === null ? null : `"${mediaUrl(urls, logoHash)}"`;
  const start = facts.indexOf('"slug":"') + '"slug":"'.length;
  const page = `${urls.base}/listings/${facts.slice(start, facts.indexOf('"', start))}`;
  return `${facts.slice(0, -1)},"page_url":"${page}","logo_url":${logo},${offer.slice(1, -1)},"votes":${votes},"rank":${weekRank},${state.slice(1)}`;
}

export const toCard = (card: StoredCard, urls: SiteUrls): ListingCard => JSON.parse(cardJson(card, urls));

/** Plans with their sources, and the sources of the other facts. */
export const withSources = ({ plans, factSources }: Pick<ProfileRow, "plans" | "factSources">) => ({
  plans: plans.map((plan): SourcedPlan => ({ ...plan, source: lookup(factSources, planSource(plan.name)) ?? null })),
  fact_sources: Object.fromEntries(
    factNames.flatMap((name) => (Object.hasOwn(factSources, name) ? [[name, factSources[name]!]] : [])),
  ),
});

export function toProfile(row: ProfileRow, urls: SiteUrls): PublicListing {
  const card = toCard(row, urls);
  return {
    ...card,
    pictures: row.pictures.map(({ hash, ...one }) => ({ url: mediaUrl(urls, hash)!, ...one })),
    votes_cast: row.votes + row.votesExcluded.reduce((sum, { count }) => sum + count, 0),
    votes_excluded: row.votesExcluded,
    votes_without_ballots: row.votesWithoutBallots,
    ...profileFields(row),
    ...withSources(row),
    price_history: row.priceHistory,
    founders: row.founders.map(({ slug, name, photoHash }) => ({ slug, name, photo_url: mediaUrl(urls, photoHash) })),
    milestones: showsSection(row, "milestones") ? row.milestones : [],
    updates: showsSection(row, "updates") ? row.updates : [],
    story: row.story === null ? null : { title: row.story, url: `${card.page_url}/story` },
    feed_url: `${card.page_url}.atom`,
    badges_url: `${urls.api}/listings/${row.slug}/badges`,
  };
}
