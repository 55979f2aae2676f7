import { day, facts, lines, linksText, questionLines, quoted } from "../../core/text/text.ts";
import { exclusionWords } from "../../votes/shared/rules.ts";
import { cardLines, named } from "./brief.ts";
import type { PublicListing } from "./records.ts";

/** The whole profile in text. */
export function profileText(listing: PublicListing): string {
  const { verified, domain_rating: rating, story } = listing;
  return lines(
    cardLines("", listing),
    listing.summary && `Summary: ${listing.summary}`,
    listing.description ? ["Description:", ...quoted(listing.description)] : null,
    listing.platforms.length > 0 && `Platforms: ${listing.platforms.join(", ")}`,
    Object.keys(listing.socials).length > 0 && `Links: ${linksText(listing.socials)}`,
    `Ownership: ${facts(
      verified.status,
      verified.method && `by ${verified.method}`,
      verified.verified_until && `until ${day(verified.verified_until)}`,
    )}`,
    votesLine(listing),
    rating && `Domain Rating: ${rating.value} (${rating.source}, ${day(rating.checked_at)})`,
    listing.founders.length > 0 && `Founders: ${listing.founders.map(named).join(", ")}`,
    questionLines(listing.faqs),
    listing.milestones.map(({ date, title, description, url }) =>
      facts(`Milestone ${date}: ${title}`, description, url),
    ),
    listing.updates.flatMap(({ created_at, title, body }) => [`Update ${day(created_at)}: ${title}`, ...quoted(body)]),
    story && `Story: ${story.title} ${story.url}`,
    `Listed ${day(listing.created_at)}, changed ${day(listing.updated_at)}. Badges: ${listing.badges_url}`,
  );
}

/** How the votes come about, where that is not simply that all were cast and count. */
function votesLine({ votes, votes_cast, votes_excluded, votes_without_ballots }: PublicListing): string | null {
  const excluded = votes_excluded.map(({ reason, count }) => `${count} ${exclusionWords[reason]}`);
  return excluded.length + votes_without_ballots === 0
    ? null
    : `Votes: ${facts(
        `${votes} count of ${votes_cast} cast`,
        excluded.length > 0 && `not counted: ${excluded.join(", ")}`,
        votes_without_ballots > 0 && `${votes_without_ballots} from before ballots were kept`,
      )}`;
}
