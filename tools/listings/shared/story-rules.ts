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

/** Counts the words of each section. A repeated sentence counts once, so that it cannot make a story long enough. */
export function sectionWords(sections: StorySections): Record<StorySection, number> {
  const seen = new Set<string>();
  const counts = storySections.map((name) => [name, wordsIn(sections[name] ?? "", seen)]);
  return Object.fromEntries(counts) as Record<StorySection, number>;
}

const wordsIn = (text: string, seen: Set<string>): number =>
  sentencesOf(text)
    .filter((sentence) => !seen.has(sentence) && seen.add(sentence))
    .reduce((sum, sentence) => sum + allWordsIn(sentence), 0);

const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?。！？])\s+|\n+/u).map((sentence) => sentence.trim().toLowerCase());

const allWordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const numbers = ["no", "one", "two", "three", "four", "five", "six"];

/** Says what a site asks of a story. */
export const storyNeeds = ({ minWords, minSections }: SiteRules["storyRules"]): string =>
  `${minWords} words in ${numbers[minSections] ?? minSections} ${minSections === 1 ? "section" : "sections"}`;

export const emptySections = (sections: StorySections): StorySection[] =>
  storySections.filter((name) => !sections[name]);

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
  const counts = Object.values(sectionWords(sections));
  const words = counts.reduce((sum, count) => sum + count, 0);
  const isRepetitive = words < storySections.reduce((sum, name) => sum + allWordsIn(sections[name] ?? ""), 0);
  const full = counts.filter((count) => count >= minSectionWords).length;
  const reasons = [
    words < minWords &&
      `The story has ${words} words; at least ${minWords} are needed.${isRepetitive ? " A repeated sentence counts once." : ""}`,
    full < minSections &&
      `${full} ${full === 1 ? "section has" : "sections have"} ${minSectionWords} words or more; at least ${minSections} are needed.`,
  ].filter((reason) => reason !== false);
  return [
    ...reasons.map((reason) => ({ reason, url: pages.editor })),
    ...missingFromProfile.map((reason) => ({ reason, url: pages.profile })),
  ];
}
