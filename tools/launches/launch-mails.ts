import type { MailContent } from "#db/queries/common/mail.ts";
import { weekInSentence } from "../core/text/text.ts";
import type { ListingSite } from "../listings/shared/own-listing.ts";
import { siteBadgeCode } from "../listings/shared/rules.ts";
import { graceDays } from "./shared/free-rules.ts";

type Named = { name: string };
type Listing = Named & { slug: string };
type Message = Pick<MailContent, "subject" | "paragraphs">;

const launchWeek = (week: string): string => `launch ${weekInSentence(week)}`;

export const weekBegan = ({ name }: Named, week: string, lacks: string): Message => ({
  subject: `${name} cannot go live yet, although its launch week has begun`,
  paragraphs: [
    `The launch week of ${name} has begun, but the listing is not public yet. ${lacks}`,
    `The listing keeps its place until the end of ${launchWeek(week)} (Sunday, 24:00 UTC). It will go live during this week as soon as everything is complete.`,
  ],
});

export const rolledOn = ({ name }: Named, week: string | null, lacks: string): Message => ({
  subject: week ? `${name} moves to ${launchWeek(week)}` : `${name} is waiting for another launch week`,
  paragraphs: [
    `The launch week of ${name} has ended, and the listing could not go live. ${lacks}`,
    week
      ? `The listing now has a place in ${launchWeek(week)} and will go live then if nothing is missing.`
      : "All upcoming weeks are full. The listing will get the next free place.",
  ],
});

export const placeFound = ({ name }: Named, week: string): Message => ({
  subject: `${name} has a place in ${launchWeek(week)}`,
  paragraphs: [`A free place has become available. ${name} now has a place in ${launchWeek(week)}.`],
});

export const badgeMissed = ({ name, slug }: Listing, why: string, { urls, site }: ListingSite): Message => ({
  subject: `The badge of ${name} is missing`,
  paragraphs: [
    `We can no longer find the badge on the website of ${name}. ${why}`,
    `A free listing needs the badge. If it is still missing in ${graceDays} days, we will hide the listing until you put the badge back.`,
    `The code is: ${siteBadgeCode({ ...urls, slug }, site.name)}`,
  ],
});

export const badgeGone = ({ name, slug }: Listing, why: string, { urls, site }: ListingSite): Message => ({
  subject: `${name} is hidden because its badge is missing`,
  paragraphs: [
    `The badge has not been put back on the website of ${name}, so the listing is no longer public. ${why}`,
    `Put the badge back, and the listing will automatically become public again. The code is: ${siteBadgeCode({ ...urls, slug }, site.name)}`,
  ],
});
