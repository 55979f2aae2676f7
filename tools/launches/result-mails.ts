import type { MailContent } from "#db/queries/common/mail.ts";
import type { WeekResult } from "#db/queries/launches/results.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { weekInSentence } from "../core/text/text.ts";
import type { ListingSite } from "../listings/shared/own-listing.ts";
import { awardBadgeCode } from "../listings/shared/rules.ts";

type Content = Omit<MailContent, "greeting" | "unsubscribeUrl">;

const monthFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

const periodWords = (period: string) =>
  period.includes("W") ? weekInSentence(period) : monthFormat.format(new Date(`${period}-01`));

export interface PlacedResult extends WeekResult {
  /** Undefined without votes and beyond the places that the leaderboard remembers. */
  place: number | undefined;
}

const ownerReason = ({ site }: ListingSite, of: string) =>
  `You receive this email because you can edit ${of} on ${site.name}.`;

const maxListings = 20;

/** `results` has at least one entry. The one with the most votes is the first. */
export function weekMail(results: PlacedResult[], week: string, home: ListingSite): Content {
  const [first, ...more] = results as [PlacedResult, ...PlacedResult[]];
  const listings = more.length === 0 ? first.name : `${first.name} and ${more.length} more`;
  const isPlaced = more.length === 0 && first.place !== undefined;
  return {
    subject: isPlaced ? `${first.name}: place ${first.place} of the week` : `The results of the week for ${listings}`,
    paragraphs: [`${titled(weekInSentence(week))} has ended, and the votes are counted.`],
    items: results.slice(0, maxListings).map((result) => ({
      title: result.name,
      url: pageOf(result, home.urls),
      paragraphs: [resultLine(result)],
      ...(result.awardId !== null && { code: badgeCode(awardOf(result, week), home) }),
    })),
    ...(results.length > maxListings && { closing: [`And ${results.length - maxListings} more of your listings.`] }),
    action: { label: "View leaderboard", url: `${home.urls.base}/leaderboards/community-weekly?period=${week}` },
    reason: ownerReason(home, listings),
  };
}

function resultLine({ votes, place, awardId }: PlacedResult): string {
  if (votes === 0) return "No votes in this week.";
  const count = `${votes} ${votes === 1 ? "vote" : "votes"}`;
  const award = awardId === null ? "" : " The listing won an award with this badge:";
  return `${place === undefined ? titled(count) : `Place ${place} with ${count}`}.${award}`;
}

export interface Award {
  id: number;
  name: string;
  slug: string;
  rank: number;
  period: string;
}

export const awardOf = ({ awardId, awardRank, name, slug }: WeekResult, period: string): Award => ({
  id: awardId!,
  rank: awardRank!,
  name,
  slug,
  period,
});

export const awardMail = (award: Award, home: ListingSite): Content => ({
  subject: `${award.name} won an award`,
  paragraphs: [`${award.name} is ${placeWords(award, home)}. Show it on your website with this badge:`],
  code: badgeCode(award, home),
  action: { label: "View public page", url: pageOf(award, home.urls) },
  reason: ownerReason(home, award.name),
});

const placeWords = ({ rank, period }: Award, { site }: ListingSite) =>
  `#${rank} of ${periodWords(period)} on ${site.name}`;
const badgeCode = (award: Award, home: ListingSite) =>
  awardBadgeCode({ ...home.urls, slug: award.slug }, award.id, `${award.name}: ${placeWords(award, home)}`);

const pageOf = ({ slug }: { slug: string }, { base }: SiteUrls) => `${base}/listings/${slug}`;
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
