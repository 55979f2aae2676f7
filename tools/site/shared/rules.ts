import { defaultMinBio } from "#db/queries/listings/company-founders.ts";
import type { SiteSettings } from "#db/schema/sites.ts";

type Numbers = Omit<
  SiteSettings,
  "access" | "look" | "navigation" | "texts" | "textDates" | "kinds" | "data" | "indexNow"
>;
export type SiteRules = { [Group in keyof Numbers]-?: Required<NonNullable<Numbers[Group]>> };

const defaults: SiteRules = {
  review: { mode: "off", hours: 48 },
  claims: { perHour: 5 },
  storyRules: { minWords: 300, minSections: 3, minSectionWords: 40, minBioCharacters: defaultMinBio },
  freeQueue: {
    placesPerWeek: 50,
    paidPlacesPerWeek: 20,
    firstWeekOffset: 3,
    weeksAhead: 26,
    perAccount: 3,
    perDomain: 3,
  },
  drafts: { perDay: 10, invitesPerDraft: 10 },
  listings: { updatesPerDay: 5, milestones: 100 },
  links: { followed: 1 },
  insights: { shown: 0 },
  searchEngines: { notified: 0 },
};

export const siteRules = (settings: SiteSettings): SiteRules => ({
  review: { ...defaults.review, ...settings.review },
  claims: { ...defaults.claims, ...settings.claims },
  storyRules: { ...defaults.storyRules, ...settings.storyRules },
  freeQueue: { ...defaults.freeQueue, ...settings.freeQueue },
  drafts: { ...defaults.drafts, ...settings.drafts },
  listings: { ...defaults.listings, ...settings.listings },
  links: { ...defaults.links, ...settings.links },
  insights: { ...defaults.insights, ...settings.insights },
  searchEngines: { ...defaults.searchEngines, ...settings.searchEngines },
});
