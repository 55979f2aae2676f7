import { ownerProfiles } from "#db/queries/accounts/access.ts";
import { queued } from "#db/queries/launches/free-places.ts";
import { reviewOf } from "#db/queries/moderation/reviews.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { addWeeks } from "#db/values/week.ts";
import { missingFromProfile } from "../../founders/shared/rules.ts";
import type { OwnerListing } from "../../listings/shared/owner-records.ts";
import { type SiteRules, siteRules } from "../../site/shared/rules.ts";
import { freeWeeks, type OpenReview } from "./free-rules.ts";

export const hasCompleteProfile = async (db: Db, companyId: number, rules: SiteRules["storyRules"]): Promise<boolean> =>
  (await withCompleteProfile(db, [companyId], rules)).has(companyId);

export async function withCompleteProfile(db: Db, companyIds: readonly number[], rules: SiteRules["storyRules"]) {
  const profiles = await ownerProfiles(db, companyIds);
  const complete = profiles.filter((profile) => missingFromProfile(profile, rules).length === 0);
  return new Set(complete.map(({ companyId }) => companyId));
}

/** Returns the rules of the listing's site, which may not be the site of the call. */
export const rulesOfSite = async (db: Db, siteId: number): Promise<SiteRules> =>
  siteRules((await siteById(db, siteId))!.settings);

/** The likely week of a listing without a week comes after all weeks that can be booked now. */
export async function queuePlaceOf(
  db: Db,
  { id, siteId }: { id: number; siteId: number },
  now: Date,
): Promise<OwnerListing["queue"]> {
  const place = await queued(db, id);
  if (place === null) return null;
  const { freeQueue } = await rulesOfSite(db, siteId);
  const { until, placesPerWeek } = freeWeeks(now, freeQueue);
  const weeksBehind = 1 + Math.floor(place.aheadWithoutWeek / Math.max(1, placesPerWeek));
  const likely = place.launchWeek ?? addWeeks(until, weeksBehind);
  return { position: place.ahead + 1, likely_week: likely, min_weeks_ahead: freeQueue.firstWeekOffset };
}

/** Returns null if the listing needs no review before its launch, or if the team has approved it. */
export async function openReviewOf(db: Db, { id, siteId }: { id: number; siteId: number }): Promise<OpenReview | null> {
  const review = await reviewOf(db, id);
  if (review === null || review.state === "approved") return null;
  const { hours } = (await rulesOfSite(db, siteId)).review;
  const { state, since, changeText } = review;
  return { expectedBy: expectedBy(since, hours), changeText: state === "change_requested" ? changeText : null };
}

export const expectedBy = (since: string, hours: number): string =>
  new Date(Date.parse(since) + hours * 3_600_000).toISOString();
