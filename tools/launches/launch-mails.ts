import type { MailContent } from "#db/queries/common/mail.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { siteBadgeCode } from "../listings/shared/rules.ts";
import { graceDays } from "./shared/free-rules.ts";

interface Told {
  slug: string;
  name: string;
}

type Message = Pick<MailContent, "subject" | "paragraphs">;

/** The launch week has begun, and the listing still lacks something. */
export const weekBegan = ({ name }: Pick<Told, "name">, week: string, lacks: string): Message => ({
  subject: `${name} cannot go live yet: launch week ${week} has begun`,
  paragraphs: [
    `The launch week of ${name} has begun, but the listing is not public yet. ${lacks}`,
    `The listing keeps its place until the end of ${week} (Sunday, 24:00 UTC). It goes live in this week as soon as nothing is missing.`,
  ],
});

/** The launch week has ended, and the listing still lacked something. */
export const rolledOn = ({ name }: Pick<Told, "name">, week: string | null, lacks: string): Message => ({
  subject: week ? `${name} moves on to launch week ${week}` : `${name} waits for another launch week`,
  paragraphs: [
    `The launch week of ${name} has ended, and the listing could not go live. ${lacks}`,
    week
      ? `It now has a place in ${week}, and goes live then if nothing is missing.`
      : "All weeks ahead are full. It gets the next place that comes free.",
  ],
});

export const placeFound = ({ name }: Pick<Told, "name">, week: string): Message => ({
  subject: `${name} has a launch week: ${week}`,
  paragraphs: [`A free place has come free: ${name} is in launch week ${week}.`],
});

export const badgeMissed = ({ name, slug }: Told, why: string, { base }: SiteUrls): Message => ({
  subject: `The badge of ${name} is missing`,
  paragraphs: [
    `We no longer find the badge on the website of ${name}. ${why}`,
    `A free listing needs it. If it is not back within ${graceDays} days, the listing waits for it out of sight.`,
    `The code is: ${siteBadgeCode({ base, slug })}`,
  ],
});

export const badgeGone = ({ name, slug }: Told, why: string, { base }: SiteUrls): Message => ({
  subject: `${name} waits for its badge`,
  paragraphs: [
    `The badge did not come back to the website of ${name}, so the listing is not public any more. ${why}`,
    `Put it back and the listing goes on by itself: ${siteBadgeCode({ base, slug })}`,
  ],
});
