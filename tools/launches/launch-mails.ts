import { mondayWords, sundayWords } from "../core/text/text.ts";
import type { OwnerMail } from "../listings/shared/notify-owners.ts";
import type { ListingSite } from "../listings/shared/own-listing.ts";
import { siteBadgeCode } from "../listings/shared/rules.ts";
import { graceDays } from "./shared/free-rules.ts";

type Listing = { name: string; slug: string; launchWeek: string | null; launchedAt: string | null };
type Named = Pick<Listing, "name" | "slug">;

const launchWeek = (week: string) => `the launch week of ${mondayWords(week)}`;
const begins = (week: string) => `begins on ${mondayWords(week)}`;
const listed = (sentences: string[]) => sentences.map((one) => `• ${one}`).join("\n");

/** `lacks` says what is missing besides the badge, one sentence each. */
export const freePlanChosen = (
  { name, slug, launchWeek: week, launchedAt }: Listing,
  { hasBadge, isNewAccount, lacks }: { hasBadge: boolean; isNewAccount: boolean; lacks: string[] },
  home: ListingSite,
): OwnerMail => {
  const left = [...(hasBadge ? [] : ["Put the badge on the home page of the product's website."]), ...lacks];
  const goesLive = launchedAt === null && week !== null ? "goes live in its launch week" : "goes live";
  return {
    subject: `${name} has a free launch`,
    paragraphs: [
      launchedAt !== null
        ? `${name} has already launched, so it does not need another launch week.`
        : week === null
          ? isNewAccount
            ? `${name} gets a launch week when the account that chose the free launch is 24 hours old and its email address is confirmed. We will email you the week.`
            : `All upcoming launch weeks are full. ${name} gets the next free place, and we will email you its week.`
          : `${name} has a place in a launch week that ${begins(week)}.`,
      ...(left.length === 0
        ? [`Nothing is left to do. ${name} ${goesLive}.`]
        : [`${name} ${goesLive} when the following is done:`, listed(left)]),
      ...(left.length > 0 && launchedAt === null && week !== null
        ? [`Complete this by ${sundayWords(week)}, 24:00 UTC. Otherwise, the listing moves to a later week.`]
        : []),
    ],
    ...(!hasBadge && { code: siteBadgeCode(home, slug) }),
  };
};

/** `lacks` says what is still missing, one sentence each. */
export const badgeFound = ({ name, launchWeek: week, launchedAt }: Listing, lacks: string[]): OwnerMail => ({
  subject: `We found the badge of ${name}`,
  paragraphs: [
    `We found the badge on the website of ${name}. Keep it there: a free listing needs the badge.`,
    ...(lacks.length > 0
      ? [`Before ${name} can go live, the following is missing:`, listed(lacks)]
      : [
          launchedAt !== null
            ? `${name} is public again.`
            : week === null
              ? `${name} goes live in the next launch week that has a free place.`
              : `Nothing is left to do. ${name} goes live in its launch week, which ${begins(week)}.`,
        ]),
  ],
});

export const weekBegan = ({ name }: Named, week: string, lacks: string): OwnerMail => ({
  subject: `${name} cannot go live yet, although its launch week has begun`,
  paragraphs: [
    `The launch week of ${name} has begun, but the listing is not public yet. ${lacks}`,
    `The listing keeps its place until the end of ${launchWeek(week)} (Sunday, 24:00 UTC). It will go live during this week as soon as everything is complete.`,
  ],
});

const moves = (name: string, week: string | null, paragraphs: string[]): OwnerMail => ({
  subject: week ? `${name} moves to ${launchWeek(week)}` : `${name} is waiting for another launch week`,
  paragraphs,
});
const allFull = "All upcoming weeks are full. The listing will get the next free place.";

export const rolledOn = ({ name }: Named, week: string | null, lacks: string): OwnerMail =>
  moves(name, week, [
    `The launch week of ${name} has ended, and the listing could not go live. ${lacks}`,
    week ? `The listing now has a place in ${launchWeek(week)} and will go live then if nothing is missing.` : allFull,
  ]);

export const movedBack = ({ name }: Named, week: string | null): OwnerMail =>
  moves(name, week, [
    `The launch week of ${name} is full, and a listing that has the badge and a complete founder profile took its place.`,
    week ? `The listing now has a place in ${launchWeek(week)}.` : allFull,
    "To keep your place, put the badge on the product's website and complete your founder profile. Listings that have both take a place before the others.",
  ]);

export const placeFound = ({ name }: Named, week: string): OwnerMail => ({
  subject: `${name} has a place in ${launchWeek(week)}`,
  paragraphs: [`A free place has become available. ${name} now has a place in ${launchWeek(week)}.`],
});

export const badgeMissed = ({ name, slug }: Named, why: string, home: ListingSite): OwnerMail => ({
  subject: `The badge of ${name} is missing`,
  paragraphs: [
    `We can no longer find the badge on the website of ${name}. ${why}`,
    `A free listing needs the badge. If it is still missing in ${graceDays} days, we will hide the listing until you put this badge back:`,
  ],
  code: siteBadgeCode(home, slug),
});

export const badgeGone = ({ name, slug }: Named, why: string, home: ListingSite): OwnerMail => ({
  subject: `${name} is hidden because its badge is missing`,
  paragraphs: [
    `The badge has not been put back on the website of ${name}, so the listing is no longer public. ${why}`,
    "The listing automatically becomes public again when you put this badge back:",
  ],
  code: siteBadgeCode(home, slug),
});
