import { ownerProfiles } from "#db/queries/accounts/owners.ts";
import { queued } from "#db/queries/launches/free-places.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { addWeeks } from "#db/values/week.ts";
import { missingFromProfile } from "../../founders/shared/rules.ts";
import type { OwnerListing } from "../../listings/shared/owner-records.ts";
import { type SiteRules, siteRules } from "../../site/shared/rules.ts";
import { freeWeeks } from "./free-rules.ts";

/** Whether one of those who own a company has the complete founder profile that a free launch takes. */
export const hasCompleteProfile = async (db: Db, companyId: number, rules: SiteRules["storyRules"]): Promise<boolean> =>
  (await withCompleteProfile(db, [companyId], rules)).has(companyId);

/** Those of some companies of which that is so. */
export async function withCompleteProfile(
  db: Db,
  companyIds: readonly number[],
  rules: SiteRules["storyRules"],
): Promise<Set<number>> {
  const profiles = await ownerProfiles(db, companyIds);
  return new Set(
    profiles.flatMap((profile) => (missingFromProfile(profile, rules).length === 0 ? [profile.companyId] : [])),
  );
}

/** The rules of the site a listing is on, which need not be the one a call came to. */
export const rulesOfSite = async (db: Db, siteId: number): Promise<SiteRules> =>
  siteRules((await siteById(db, siteId))!.settings);

/**
 * A listing's place in the free queue. Without a week of its own the likely one lies behind those that the queue
 * reaches now: each week that passes opens another.
 */
export async function queuePlaceOf(
  db: Db,
  { id, siteId }: { id: number; siteId: number },
  now: Date,
): Promise<OwnerListing["queue"]> {
  const place = await queued(db, id);
  if (place === null) return null;
  const { until, placesPerWeek } = freeWeeks(now, (await rulesOfSite(db, siteId)).freeQueue);
  const weeksBehind = 1 + Math.floor(place.aheadWithoutWeek / Math.max(1, placesPerWeek));
  return { position: place.ahead + 1, likely_week: place.launchWeek ?? addWeeks(until, weeksBehind) };
}
