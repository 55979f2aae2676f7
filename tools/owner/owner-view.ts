import { badgeCheckOf } from "#db/queries/badge-checks.ts";
import { standingDecision } from "#db/queries/decisions.ts";
import { founderOfAccount } from "#db/queries/founder-profile.ts";
import { type OwnerFacts, type OwnListing, ownerView } from "#db/queries/owner-listings.ts";
import { decidedStatuses, type ListingStatus, paidSections } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store.ts";
import { peopleOf } from "../claims/records.ts";
import { accountOf, type CallContext, type SiteUrls } from "../core/context.ts";
import { missingFromProfile } from "../founders/rules.ts";
import { toDecision } from "../listings/decisions/records.ts";
import { pickShown } from "../listings/fields.ts";
import { toProfile } from "../listings/records.ts";
import { showsSection } from "../listings/rules.ts";
import { siteRules } from "../site/rules.ts";
import { hasCompleteProfile, queuePlaceOf, rulesOfSite } from "./launch-state.ts";
import { logoWarnings } from "./logo.ts";
import { type Home, homeOf, whyReadOnly } from "./own-listing.ts";
import type { OwnerListing } from "./records.ts";
import { blockersOf } from "./rules.ts";
import { listingNotLive, missingFromStory } from "./story-rules.ts";
import { versionsOf } from "./versions.ts";

/**
 * What the founder profile of the calling account lacks before a listing and its story can be public, a sentence each.
 * Nothing is lacking if any owner of the company has a complete profile.
 */
export async function lackingProfile(
  db: Db,
  context: CallContext,
  { companyId, siteId }: { companyId: number; siteId: number },
): Promise<string[]> {
  const { storyRules } = await rulesOfSite(db, siteId);
  if (await hasCompleteProfile(db, companyId, storyRules)) return [];
  return missingFromProfile(await founderOfAccount(db, accountOf(context).accountId), storyRules);
}

const ownerFields = pickShown("owner");

/** The owner's view of a listing, which must be the caller's. */
export async function readOwnerView(db: Db, context: CallContext, own: OwnListing): Promise<OwnerListing> {
  const { id } = own;
  const { profile, facts } = await ownerView(db, id);
  const home = await homeOf(db, context, facts);
  const { urls } = home;
  const lacking = await lackingProfile(db, context, facts);
  const shown = toProfile(profile, urls);
  return {
    ...shown,
    site: facts.site,
    status: facts.status,
    status_message: facts.statusMessage,
    status_changed_at: facts.statusChangedAt,
    decision: isDecided(facts.status) ? await decisionOn(db, id) : null,
    plan: profile.plan,
    version: facts.version,
    queue: await queuePlaceOf(db, { id, siteId: facts.siteId }, context.now),
    blockers: blockersOf(
      { ...facts, id, slug: profile.slug, plan: profile.plan, badge: await badgeCheckOf(db, id) },
      lacking,
      urls,
    ),
    unlocked_sections: paidSections.filter((section) =>
      showsSection({ plan: profile.plan, unlockedSections: facts.unlockedSections }, section),
    ),
    // The owner sees these wherever the public does.
    milestones: profile.milestones,
    updates: profile.updates,
    ...ownerFields(facts),
    sites: facts.sites,
    people: await peopleOf(db, facts.companyId, accountOf(context).accountId, context.now),
    story: storyOf(facts, { id, slug: profile.slug, status: facts.status }, lacking, home),
    warnings: [...(await accessWarnings(db, context, own, urls)), ...(await logoWarnings(db, facts.companyId))],
    versions: await versionsOf(db, id),
  };
}

const isDecided = (status: ListingStatus) => decidedStatuses.some((one) => one === status);

async function decisionOn(db: Db, id: number): Promise<OwnerListing["decision"]> {
  const decision = await standingDecision(db, id);
  return decision && toDecision(decision);
}

/** Code of the warning that a listing may only be read. */
export const readOnlyCode = "read_only";

/** That an account may only read a listing, why, and how it may edit it again. */
async function accessWarnings(
  db: Db,
  context: CallContext,
  own: OwnListing,
  { base }: SiteUrls,
): Promise<OwnerListing["warnings"]> {
  const why = await whyReadOnly(db, context, own);
  if (why === null) return [];
  const message = `${why} Claim it again (claim_listing, or ${base}/listings/${own.slug}/claim), and you can edit it as before.`;
  return [{ code: readOnlyCode, message }];
}

/** Pages on which a person completes a story. */
export const storyPages = (urls: SiteUrls, listingId: number) => ({
  listing: `${urls.base}/account/listings/${listingId}`,
  editor: `${urls.base}/account/listings/${listingId}/story`,
  profile: `${urls.base}/account/profile`,
});

/** The story of a listing with what keeps it from being published. It is public only while the listing is live. */
export function storyOf(
  {
    storyTitle,
    storySections,
    storyPublishedAt,
  }: Pick<OwnerFacts, "storyTitle" | "storySections" | "storyPublishedAt">,
  { id, slug, status }: { id: number; slug: string; status: ListingStatus },
  lacking: string[],
  { site, urls }: Home,
): OwnerListing["story"] {
  const pages = storyPages(urls, id);
  const rules = siteRules(site.settings).storyRules;
  const isLive = status === "live";
  const isPublished = storyPublishedAt !== null && isLive;
  // A story that was public is judged by its words: the profile that opened it may be a co-founder's.
  const lacks = missingFromStory(storySections, storyPublishedAt === null ? lacking : [], rules, pages);
  const missing = isLive ? lacks : [...lacks, { reason: listingNotLive, url: pages.listing }];
  return {
    title: storyTitle,
    url: isPublished ? `${urls.base}/listings/${slug}/story` : pages.editor,
    status: isPublished ? "published" : "draft",
    published_at: isPublished ? storyPublishedAt : null,
    sections: storySections,
    missing: isPublished
      ? []
      : missing.length > 0
        ? missing
        : // The rules of the site became milder, or the story is older than automatic publication.
          [{ reason: "The story is complete. Save it once more to publish it.", url: pages.editor }],
  };
}
