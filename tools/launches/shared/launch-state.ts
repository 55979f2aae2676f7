import { ownerProfiles } from "#db/queries/accounts/access.ts";
import { freePlaces, newAccountOf, queued, setLaunchWeeks } from "#db/queries/launches/free-places.ts";
import { badgeCheckOf } from "#db/queries/listings/badge-checks.ts";
import { isHidden } from "#db/queries/moderation/hidden-listings.ts";
import { reviewOf } from "#db/queries/moderation/reviews.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { addWeeks, dayMs } from "#db/values/week.ts";
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

/** Accounts that were created after this time, or have an unconfirmed email, get no free place yet. */
export const newSince = (now: Date): Date => new Date(now.getTime() - dayMs);

/** What a listing's blockers depend on, besides the owner's profile. */
export const blockerFacts = async (db: Db, listingId: number, now: Date) => ({
  badge: await badgeCheckOf(db, listingId),
  isHidden: await isHidden(db, listingId),
  newAccount: await newAccountOf(db, listingId, newSince(now)),
  review: await openReviewOf(db, listingId),
});

/** What a free launch depends on. `isReady` says whether nothing but the badge can be missing. */
export async function launchState(
  db: Db,
  { id, companyId, siteId }: { id: number; companyId: number; siteId: number },
  now: Date,
) {
  const facts = await blockerFacts(db, id, now);
  const hasProfile = await hasCompleteProfile(db, companyId, (await rulesOfSite(db, siteId)).storyRules);
  return { ...facts, hasProfile, isReady: hasProfile && facts.newAccount === null && facts.review === null };
}

/**
 * Gives the next free place to a listing of the free plan that has not launched. Returns its week, or null if all weeks
 * are full or the account is new. In these cases, a job places the listing later.
 */
export async function nextFreePlace(
  tx: Tx,
  { id, siteId }: { id: number; siteId: number },
  now: Date,
): Promise<string | null> {
  if ((await newAccountOf(tx, id, newSince(now))) !== null) return null;
  const { freeQueue } = await rulesOfSite(tx, siteId);
  const week = (await freePlaces(tx, siteId, freeWeeks(now, freeQueue))).next();
  await setLaunchWeeks(tx, new Map([[id, week]]));
  return week;
}

/** If all weeks are full, the likely week of a listing without a week comes after them. */
export async function queuePlaceOf(
  db: Db,
  { id, siteId }: { id: number; siteId: number },
  now: Date,
): Promise<OwnerListing["queue"]> {
  const place = await queued(db, id);
  if (place === null) return null;
  const { freeQueue } = await rulesOfSite(db, siteId);
  const weeks = freeWeeks(now, freeQueue);
  const weeksBehind = 1 + Math.floor(place.aheadWithoutWeek / Math.max(1, weeks.placesPerWeek));
  const places = await freePlaces(db, siteId, weeks);
  for (let ahead = place.aheadWithoutWeek; ahead > 0; ahead--) places.next();
  const likely = place.launchWeek ?? places.next() ?? addWeeks(weeks.until, weeksBehind);
  return { position: place.ahead + 1, likely_week: likely, min_weeks_ahead: freeQueue.firstWeekOffset };
}

/** Returns null if the listing needs no review before its launch, or if the team has approved it. */
export async function openReviewOf(db: Db, listingId: number): Promise<OpenReview | null> {
  const review = await reviewOf(db, listingId);
  if (review === null || review.state === "approved") return null;
  const { hours } = (await rulesOfSite(db, review.siteId)).review;
  const { state, since, changeText } = review;
  return { expectedBy: expectedBy(since, hours), changeText: state === "change_requested" ? changeText : null };
}

export const expectedBy = (since: string, hours: number): string =>
  new Date(Date.parse(since) + hours * 3_600_000).toISOString();
