import type { MailContent } from "#db/queries/common/mail.ts";
import type { PeriodResult } from "#db/queries/launches/results.ts";
import { periodInSentence } from "../core/text/text.ts";
import type { ListingSite } from "../listings/shared/own-listing.ts";
import { awardBadgeCode } from "../listings/shared/rules.ts";
import { weekLabel } from "./shared/rules.ts";

type Content = Omit<MailContent, "greeting" | "unsubscribeUrl">;

const maxListings = 20;
const pageOf = ({ slug }: PeriodResult, { urls }: ListingSite) => `${urls.base}/listings/${slug}`;
const reasonFor = (listings: string, { site }: ListingSite) =>
  `You receive this email because you can edit ${listings} on ${site.name}.`;
const award = ({ awardRank }: PeriodResult, period: string, { site }: ListingSite) =>
  `#${awardRank} of ${periodInSentence(period)} on ${site.name}`;
const badgeOf = (result: PeriodResult, period: string, home: ListingSite) =>
  awardBadgeCode(
    { ...home.urls, slug: result.slug },
    result.awardId!,
    `${result.name}: ${award(result, period, home)}`,
  );

/** `results` has at least one entry. `places` has no entry without votes and beyond the places of the leaderboard. */
export function weekMail(
  results: PeriodResult[],
  places: ReadonlyMap<number, number>,
  week: string,
  home: ListingSite,
): Content {
  const [first, ...more] = results as [PeriodResult, ...PeriodResult[]];
  const place = more.length === 0 && places.get(first.id);
  const listings = more.length === 0 ? first.name : `${first.name} and ${more.length} more`;
  return {
    subject: place ? `${first.name}: place ${place} of the week` : `The results of the week for ${listings}`,
    paragraphs: [`The week of ${weekLabel(week)} has ended, and the votes are counted.`],
    items: results.slice(0, maxListings).map((result) => ({
      title: result.name,
      url: pageOf(result, home),
      paragraphs: [resultLine(result, places.get(result.id))],
      ...(result.awardId !== null && { code: badgeOf(result, week, home) }),
    })),
    ...(results.length > maxListings && { closing: [`And ${results.length - maxListings} more of your listings.`] }),
    action: { label: "View leaderboard", url: `${home.urls.base}/leaderboards/community-weekly?period=${week}` },
    reason: reasonFor(listings, home),
  };
}

function resultLine({ votes, awardId }: PeriodResult, place: number | undefined): string {
  if (votes === 0) return "No votes in this week.";
  const count = `${votes} ${votes === 1 ? "vote" : "votes"}`;
  const won = awardId === null ? "" : " The listing won an award with this badge:";
  return `${place === undefined ? count : `Place ${place} with ${count}`}.${won}`;
}

/** `result` has an award. */
export const awardMail = (result: PeriodResult, period: string, home: ListingSite): Content => ({
  subject: `${result.name} won an award`,
  paragraphs: [`${result.name} is ${award(result, period, home)}. Show it on your website with this badge:`],
  code: badgeOf(result, period, home),
  action: { label: "View public page", url: pageOf(result, home) },
  reason: reasonFor(result.name, home),
});
