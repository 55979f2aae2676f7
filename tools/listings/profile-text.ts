import { day, facts, lines, linkLine, oneLine, questionLines, quoted } from "../core/text.ts";
import { cardLines, named } from "./brief.ts";
import type { PublicListing } from "./records.ts";

/** The whole profile in text. */
export function profileText(listing: PublicListing): string {
  const { verified, domain_rating: rating, story } = listing;
  return lines(
    cardLines(listing),
    listing.summary && `Summary: ${oneLine(listing.summary)}`,
    listing.description && `Description:\n${quoted(listing.description)}`,
    listing.platforms.length > 0 && `Platforms: ${oneLine(listing.platforms.join(", "))}`,
    linkLine(listing.socials),
    `Ownership: ${facts(
      verified.status,
      verified.method && `by ${verified.method}`,
      verified.verified_until && `until ${day(verified.verified_until)}`,
    )}`,
    rating && `Domain Rating: ${rating.value} (${oneLine(rating.source)}, ${day(rating.checked_at)})`,
    listing.founders.length > 0 && `Founders: ${listing.founders.map(named).join(", ")}`,
    ...questionLines(listing.faqs),
    ...listing.milestones.map((milestone) =>
      facts(
        `Milestone ${milestone.date}: ${oneLine(milestone.title)}`,
        milestone.description && oneLine(milestone.description),
        milestone.url && oneLine(milestone.url),
      ),
    ),
    ...listing.updates.map(
      (update) => `Update ${day(update.created_at)}: ${oneLine(update.title)}\n${quoted(update.body)}`,
    ),
    story && `Story: ${oneLine(story.title)} ${story.url}`,
    `Listed ${day(listing.created_at)}, changed ${day(listing.updated_at)}. Badges: ${listing.badges_url}`,
  );
}
