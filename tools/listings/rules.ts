import type { PaidSection, Plan } from "../../db/schema/vocabulary.ts";

/** Milestones and updates are public on paid listings, or where the section was unlocked (service.md "Milestone"). */
export const showsSection = (listing: { plan: Plan; unlockedSections: readonly string[] }, section: PaidSection) =>
  listing.plan === "paid" || listing.unlockedSections.includes(section);
