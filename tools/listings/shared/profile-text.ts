import {
  type Faq,
  type FieldName,
  factNames,
  fieldNames,
  fieldOf,
  type ListingField,
} from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { formerPriceText } from "../../core/text/plan-text.ts";
import { day, facts, lines, linksText, questionLines, quoted } from "../../core/text/text.ts";
import { exclusionWords, unballotedWords } from "../../votes/shared/rules.ts";
import { cardLines, named } from "./brief.ts";
import { factLines } from "./fact-text.ts";
import type { PublicListing } from "./records.ts";

export function profileText(listing: PublicListing, isLive = true): string {
  const { pictures, verified, domain_rating: rating, story } = listing;
  return lines(
    cardLines("", listing),
    fieldLines(listing, (field) => isPublic(field) && field.kind !== "rows"),
    factLines(listing),
    formerPrices(listing),
    pictures.length > 0 && `Pictures (${pictures.length}): ${pictures.map(({ alt }) => `"${alt}"`).join(", ")}`,
    `Ownership: ${facts(
      verified.status,
      verified.method && `by ${verified.method}`,
      verified.verified_until && `until ${day(verified.verified_until)}`,
    )}`,
    votesLine(listing),
    rating && `Domain Rating: ${rating.value} (${rating.source}, ${day(rating.checked_at)})`,
    listing.founders.length > 0 && `Founders: ${listing.founders.map(named).join(", ")}`,
    fieldLines(listing, (field) => isPublic(field) && field.kind === "rows"),
    listing.milestones.map(({ id, date, title, description, url }) =>
      facts(`Milestone ${id}, ${date}: ${title}`, description, url),
    ),
    listing.updates.flatMap(({ id, created_at, title, body }) => [
      `Update ${id}, ${day(created_at)}: ${title}`,
      ...quoted(body),
    ]),
    isLive && `Page, to vote and to follow by email: ${listing.page_url} · feed: ${listing.feed_url}`,
    story && `Story: ${story.title} ${story.url}`,
    `Listed ${day(listing.created_at)}, changed ${day(listing.updated_at)}. Badges: ${listing.badges_url}`,
  );
}

const isPublic = ({ shown }: ListingField) => shown !== "owner";
const shownOtherwise = new Set<FieldName>(["name", "headline", "pricing", ...factNames]);
const maxFormerShown = 5;

const formerPrices = ({ price_history: history }: PublicListing): string | false =>
  history.length > 0 && `Former prices: ${history.slice(0, maxFormerShown).map(formerPriceText).join("; ")}`;

export function fieldLines(listing: object, isIncluded: (field: ListingField) => boolean): string[] {
  const values = listing as Readonly<Record<string, unknown>>;
  const names = fieldNames.filter((name) => isIncluded(fieldOf[name]) && !shownOtherwise.has(name));
  return names.flatMap((name) => linesOf(fieldOf[name], lookup(values, name)));
}

function linesOf({ kind, label }: ListingField, value: unknown): string[] {
  if (kind === "special" || !value) return [];
  // `Object.keys` of a long text would return one key per character.
  if (typeof value === "object" && Object.keys(value).length === 0) return [];
  if (kind === "rows") return questionLines(value as Faq[]);
  if (kind === "links") return [`${label}: ${linksText(value as Record<string, string>)}`];
  if (kind === "paragraphs") return [`${label}:`, ...quoted(String(value))];
  return [`${label}: ${Array.isArray(value) ? value.join(", ") : value}`];
}

/** Says which votes count and which do not. Returns null if all votes cast count and have ballots. */
function votesLine({ votes, votes_cast, votes_excluded, votes_without_ballots }: PublicListing): string | null {
  const excluded = votes_excluded.map(({ reason, count }) => `${count} ${exclusionWords[reason]}`);
  return excluded.length + votes_without_ballots === 0
    ? null
    : `Vote details: ${facts(
        `${votes} of ${votes_cast} votes count`,
        excluded.length > 0 && `not counted: ${excluded.join(", ")}`,
        votes_without_ballots > 0 && `${votes_without_ballots} ${unballotedWords}`,
      )}`;
}
