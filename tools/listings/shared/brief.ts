import * as z from "zod";
import { startOfWeek } from "#db/values/week.ts";
import { day, facts } from "../../core/text/text.ts";
import { type ListingCard, listingCard } from "./records.ts";

const { slug, name, headline, url, pricing, tags, votes, rank, launch_week, plan_label, verified, domain_rating } =
  listingCard.shape;

/** Leaves out what is empty or the usual case, because models pay for every field of every card. */
export const briefCard = z
  .strictObject({
    slug,
    name,
    headline,
    url,
    pricing,
    tags: tags.optional(),
    votes,
    rank: rank.optional(),
    launch_week: launch_week.optional(),
    plan_label: plan_label.optional(),
    verified: verified.pick({ status: true }).optional(),
    domain_rating: domain_rating.unwrap().pick({ value: true }).optional(),
  })
  .meta({ id: "BriefCard" });

export const toBrief = (card: ListingCard): z.output<typeof briefCard> => ({
  slug: card.slug,
  name: card.name,
  headline: card.headline,
  url: card.url,
  pricing: card.pricing,
  ...(card.tags.length > 0 && { tags: card.tags }),
  votes: card.votes,
  ...(card.rank !== null && { rank: card.rank }),
  ...(card.launch_week !== null && { launch_week: card.launch_week }),
  ...(card.plan_label === "sponsored" && { plan_label: card.plan_label }),
  ...(card.verified.status === "verified" && { verified: { status: card.verified.status } }),
  ...(card.domain_rating && { domain_rating: { value: card.domain_rating.value } }),
});

/** The page of each item, with `{slug}` for its slug. A URL in each of 20 items would cost about 300 tokens. */
export const itemPage = { item_page_url: z.string().optional() };
export const itemPageOf = (items: readonly { page_url: string }[]): z.output<z.ZodObject<typeof itemPage>> =>
  items[0] ? { item_page_url: items[0].page_url.replace(/[^/]+$/, "{slug}") } : {};

export const cardLines = (start: string, card: ListingCard, ...more: (string | false | null)[]): string[] => [
  facts(
    start + named(card),
    ...more,
    card.votes === 1 ? "1 vote" : `${card.votes} votes`,
    launchOf(card),
    card.categories.map(({ slug }) => slug).join(", "),
    card.pricing,
    card.tags.length > 0 && `tags ${card.tags.join(", ")}`,
    card.verified.status === "verified" && "verified",
    card.plan_label === "sponsored" && "sponsored",
    card.domain_rating && `DR ${card.domain_rating.value}`,
    card.url,
  ),
  `  > ${card.headline}`,
];

export const cardList = (cards: readonly ListingCard[], first = 1): string[] =>
  cards.flatMap((card, i) => cardLines(`${first + i}. `, card));

export const named = ({ name, slug }: Pick<ListingCard, "name" | "slug">) => `${name} (${slug})`;

const launchOf = ({ launch_week, rank, created_at }: ListingCard) =>
  launch_week === null
    ? `listed ${day(created_at)}`
    : `launch ${launch_week} (${mondayOf(launch_week)})${rank === null ? "" : `, rank ${rank}`}`;

// Mondays are cached. Listings share a few dozen weeks, and computing a Monday takes half as long as the rest of a
// card.
const mondays = new Map<string, string>();

function mondayOf(week: string): string {
  const monday = mondays.get(week) ?? day(startOfWeek(week)!.toISOString());
  mondays.set(week, monday);
  return monday;
}
