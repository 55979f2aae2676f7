import { type StorySection, storySections } from "#db/schema/vocabulary.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

/** Section names that older clients use (service.md, "Founder story"). */
export const olderNames = {
  story: "how_started",
  why_started: "problem",
  journey: "what_built",
  challenges: "hard_parts",
  achievements: "milestones",
  lessons: "whats_next",
} as const satisfies Record<string, StorySection>;

export type StorySections = Partial<Record<StorySection, string>>;

export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export const listingNotLive = "listing_not_live";

export const storyReason = (reason: string): string =>
  reason === listingNotLive
    ? "The listing is not live. The story will be published when the listing goes live."
    : reason;

export function missingFromStory(
  sections: StorySections,
  missingFromProfile: readonly string[],
  { minWords, minSections, minSectionWords }: SiteRules["storyRules"],
  pages: { editor: string; profile: string },
): { reason: string; url: string }[] {
  const counts = storySections.map((name) => wordsIn(sections[name] ?? ""));
  const words = counts.reduce((sum, count) => sum + count, 0);
  const full = counts.filter((count) => count >= minSectionWords).length;
  const reasons = [
    words < minWords && `The story has ${words} words; at least ${minWords} are needed.`,
    full < minSections &&
      `${full} ${full === 1 ? "section has" : "sections have"} ${minSectionWords} words or more; at least ${minSections} are needed.`,
  ].filter((reason) => reason !== false);
  return [
    ...reasons.map((reason) => ({ reason, url: pages.editor })),
    ...missingFromProfile.map((reason) => ({ reason, url: pages.profile })),
  ];
}
