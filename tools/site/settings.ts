import * as z from "zod";
import type { SiteSettings } from "#db/schema/sites.ts";

const maxSetting = 100_000;

/** Where the settings are in `SiteSettings`, and how the page of the team names them. */
export const siteNumbers = {
  "review.hours": {
    at: ["review", "hours"],
    label: "Hours until a review",
    hint: "The expected time, which owners see",
  },
  "claims.per_hour": { at: ["claims", "perHour"], label: "Claims per hour", hint: "For each account" },
  "story.min_words": {
    at: ["storyRules", "minWords"],
    label: "Words in a founder story",
    hint: "The least that a story needs",
  },
  "story.min_sections": {
    at: ["storyRules", "minSections"],
    label: "Sections in a founder story",
    hint: "The least that a story needs",
  },
  "story.min_section_words": {
    at: ["storyRules", "minSectionWords"],
    label: "Words in a section of a story",
    hint: "The least that a section needs",
  },
  "story.min_bio_characters": {
    at: ["storyRules", "minBioCharacters"],
    label: "Characters in a founder's bio",
    hint: "The least that a complete profile needs",
  },
  "queue.places_per_week": { at: ["freeQueue", "placesPerWeek"], label: "Free launches per week" },
  "queue.paid_places_per_week": { at: ["freeQueue", "paidPlacesPerWeek"], label: "Paid launches per week" },
  "queue.first_week_offset": {
    at: ["freeQueue", "firstWeekOffset"],
    label: "Weeks before the first free launch",
    hint: "Counted from the current week",
  },
  "queue.weeks_ahead": {
    at: ["freeQueue", "weeksAhead"],
    label: "Weeks that can be booked",
    hint: "Counted from the current week",
  },
  "queue.places_per_account": { at: ["freeQueue", "perAccount"], label: "Waiting free launches per account" },
  "queue.places_per_domain": { at: ["freeQueue", "perDomain"], label: "Waiting free launches per product domain" },
  "drafts.per_day": {
    at: ["drafts", "perDay"],
    label: "Drafts per day",
    hint: "For each account. 0 closes submissions",
  },
  "drafts.invites_per_draft": { at: ["drafts", "invitesPerDraft"], label: "Invitations per draft" },
  "listings.updates_per_day": { at: ["listings", "updatesPerDay"], label: "Updates per day", hint: "For each listing" },
  "listings.milestones": { at: ["listings", "milestones"], label: "Milestones per listing" },
  "links.followed": {
    at: ["links", "followed"],
    label: "Followed links",
    hint: "0 adds nofollow to the links of listings; any other number does not",
  },
} as const;

export const settingNames = Object.keys(siteNumbers) as (keyof typeof siteNumbers)[];

export const settingChanges = z.partialRecord(z.enum(settingNames), z.int().min(0).max(maxSetting).nullable());

export function changedSettings(settings: SiteSettings, changes: z.output<typeof settingChanges>): SiteSettings {
  const next: Record<string, Record<string, number | undefined>> = structuredClone(settings) as never;
  for (const name of settingNames) {
    const [group, key] = siteNumbers[name].at;
    const value = changes[name];
    if (value === undefined || value === (next[group]?.[key] ?? null)) continue;
    next[group] = { ...next[group], [key]: value ?? undefined };
  }
  return next;
}
