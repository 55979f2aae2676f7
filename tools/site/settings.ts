import * as z from "zod";
import type { SiteSettings } from "#db/schema/sites.ts";

const maxSetting = 100_000;

const places = {
  "review.hours": ["review", "hours"],
  "claims.per_hour": ["claims", "perHour"],
  "story.min_words": ["storyRules", "minWords"],
  "story.min_sections": ["storyRules", "minSections"],
  "story.min_section_words": ["storyRules", "minSectionWords"],
  "story.min_bio_characters": ["storyRules", "minBioCharacters"],
  "queue.places_per_week": ["freeQueue", "placesPerWeek"],
  "queue.paid_places_per_week": ["freeQueue", "paidPlacesPerWeek"],
  "queue.first_week_offset": ["freeQueue", "firstWeekOffset"],
  "queue.weeks_ahead": ["freeQueue", "weeksAhead"],
  "queue.places_per_account": ["freeQueue", "perAccount"],
  "queue.places_per_domain": ["freeQueue", "perDomain"],
  "drafts.per_day": ["drafts", "perDay"],
  "drafts.invites_per_draft": ["drafts", "invitesPerDraft"],
  "listings.updates_per_day": ["listings", "updatesPerDay"],
  "listings.milestones": ["listings", "milestones"],
  "links.followed": ["links", "followed"],
} as const;

export const settingNames = Object.keys(places) as (keyof typeof places)[];

export const settingChanges = z.partialRecord(z.enum(settingNames), z.int().min(0).max(maxSetting).nullable());

export function changedSettings(settings: SiteSettings, changes: z.output<typeof settingChanges>): SiteSettings {
  const next: Record<string, Record<string, number | undefined>> = structuredClone(settings) as never;
  for (const name of settingNames) {
    const [group, key] = places[name];
    const value = changes[name];
    if (value === undefined || value === (next[group]?.[key] ?? null)) continue;
    next[group] = { ...next[group], [key]: value ?? undefined };
  }
  return next;
}
