import type { PaidSection, Plan } from "../../db/schema/vocabulary.ts";

/** Milestones and updates are public on paid listings, or where the section was unlocked (service.md "Milestone"). */
export const showsSection = (listing: { plan: Plan; unlockedSections: readonly string[] }, section: PaidSection) =>
  listing.plan === "paid" || listing.unlockedSections.includes(section);

/** Address of a badge image; kinds are those of get_badges. */
export const badgeImageUrl = (urls: { base: string }, slug: string, kind: string) =>
  `${urls.base}/badges/${slug}/${kind}.svg`;

/** Pixels; the width follows from the text. */
export const badgeHeight = 54;
