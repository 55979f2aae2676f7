import { founderOfAccount } from "#db/queries/founders/founder-profile.ts";
import { type OwnerFacts, type OwnListing, ownerView } from "#db/queries/listings/owner-listings.ts";
import { standingDecision } from "#db/queries/moderation/decisions.ts";
import { missedWeek } from "#db/queries/orders/purchased-listing.ts";
import { decidedStatuses, type ListingStatus, paidSections } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { peopleOf, peoplePage } from "../../claims/shared/records.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { accountOf, type CallContext, type SiteUrls } from "../../core/operations/context.ts";
import { buttonSentences } from "../../core/text/page-buttons.ts";
import { missingFromProfile } from "../../founders/shared/rules.ts";
import { awaitsPlan, blockedStatuses, blockersOf } from "../../launches/shared/free-rules.ts";
import { launchOptions, openLaunchOrder } from "../../launches/shared/launch-options.ts";
import { blockerFacts, hasCompleteProfile, queuePlaceOf } from "../../launches/shared/launch-state.ts";
import { toDecision } from "../../moderation/shared/records.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { logoWarnings } from "../edits/logo.ts";
import { versionsOf } from "../edits/versions.ts";
import { pickShown } from "../shared/fields.ts";
import { type ListingSite, siteOfListing, whyReadOnly } from "../shared/own-listing.ts";
import type { OwnerListing } from "../shared/owner-records.ts";
import { toProfile } from "../shared/records.ts";
import { showsSection } from "../shared/rules.ts";
import { listingNotLive, missingFromStory } from "../shared/story-rules.ts";

/**
 * Returns what the calling account's founder profile lacks for a launch or a published story, one sentence each. The
 * list is empty if any owner of the company has a complete profile.
 */
export async function lackingProfile(
  db: Db,
  context: CallContext,
  { companyId, siteId }: { companyId: number; siteId: number },
): Promise<string[]> {
  const { storyRules } = siteRules((await siteOfListing(db, context, { siteId })).site.settings);
  if (await hasCompleteProfile(db, companyId, storyRules)) return [];
  return missingFromProfile(await founderOfAccount(db, accountOf(context).accountId), storyRules);
}

const ownerFields = pickShown("owner");

/** Returns the owner's view of a listing. The caller must have checked that the account owns the listing. */
export async function readOwnerView(db: Db, context: CallContext, own: OwnListing): Promise<OwnerListing> {
  const { id } = own;
  const { profile, facts } = await ownerView(db, id);
  const home = await siteOfListing(db, context, facts);
  const { urls } = home;
  const lacking = await lackingProfile(db, context, facts);
  const isDecided = decidedStatuses.some((one) => one === facts.status);
  const decision = isDecided ? await standingDecision(db, id) : null;
  const canLaunch = own.launchedAt === null && awaitsPlan({ status: facts.status, plan: profile.plan });
  const order = canLaunch ? await openLaunchOrder(db, context, id) : [];
  const isBlocked = blockedStatuses.some((one) => one === facts.status);
  const state = isBlocked ? await blockerFacts(db, id, context.now) : null;
  const options = canLaunch && order.length === 0 ? await launchOptions(db, context, own, home) : order;
  // A paid launch cannot be ordered before the review, which is a blocker of its own.
  const [first, ...others] = state?.review ? options.slice(0, 1) : options;
  const awaitsLaunch = facts.status === "scheduled" || facts.status === "awaiting_badge";
  const shown = toProfile(profile, urls);
  return {
    ...shown,
    site: facts.site,
    status: facts.status,
    status_message: facts.statusMessage,
    status_changed_at: facts.statusChangedAt,
    decision: decision && toDecision(decision),
    plan: facts.plan,
    version: facts.version,
    queue: awaitsLaunch ? await queuePlaceOf(db, { id, siteId: facts.siteId }, context.now) : null,
    blockers: state ? blockersOf({ ...facts, ...state, id, slug: profile.slug }, lacking, home, first) : [],
    next_actions: [
      ...others,
      ...(awaitsLaunch && (await missedWeek(db, id, weekOf(context.now))) ? [chooseWeek(urls, id)] : []),
      peoplePage(urls, id),
      ...(own.isReadOnly ? [] : archivePage(urls, id, shown.name, facts.status)),
    ],
    unlocked_sections: paidSections.filter((section) => showsSection(facts, section)),
    // The owner sees milestones and updates even if the public page does not show them.
    milestones: profile.milestones,
    updates: profile.updates,
    ...ownerFields(facts),
    sites: facts.sites,
    people: await peopleOf(db, facts.companyId, accountOf(context).accountId, context.now),
    story: storyOf(facts, { id, slug: profile.slug, status: facts.status }, lacking, home),
    warnings: [...(await accessWarnings(db, context, own, urls)), ...(await logoWarnings(db, facts.companyId))],
    versions: await versionsOf(db, id, urls),
  };
}

export const readOnlyCode = "read_only";

async function accessWarnings(
  db: Db,
  context: CallContext,
  own: OwnListing,
  { base }: SiteUrls,
): Promise<OwnerListing["warnings"]> {
  const why = await whyReadOnly(db, context, own);
  if (why === null) return [];
  const message = `${why} To edit the listing again, claim it (claim_listing, or ${base}/listings/${own.slug}/claim).`;
  return [{ code: readOnlyCode, message }];
}

const chooseWeek = ({ base }: SiteUrls, listingId: number): NextAction => ({
  why: "Choose another launch week, free of charge, until the launch begins.",
  who: "human",
  url: `${base}/account/listings/${listingId}/launch`,
});

/** Only people can archive and restore a listing. */
function archivePage({ base }: SiteUrls, listingId: number, name: string, status: ListingStatus): NextAction[] {
  const url = `${base}/account/listings/${listingId}`;
  if (status === "archived") return [{ why: buttonSentences.restore, who: "human", url }];
  return status === "suspended" ? [] : [{ why: buttonSentences.archive(name), who: "human", url: `${url}/archive` }];
}

export const storyPages = (urls: SiteUrls, listingId: number) => ({
  listing: `${urls.base}/account/listings/${listingId}`,
  editor: `${urls.base}/account/listings/${listingId}/story`,
  profile: `${urls.base}/account/profile`,
});

/** A listing's story and what is missing for publication. A story is public only while its listing is live. */
export function storyOf(
  facts: Pick<OwnerFacts, "storyTitle" | "storySections" | "storyPublishedAt">,
  { id, slug, status }: { id: number; slug: string; status: ListingStatus },
  lacking: string[],
  { site, urls }: ListingSite,
): OwnerListing["story"] {
  const { storyTitle, storySections, storyPublishedAt } = facts;
  const pages = storyPages(urls, id);
  const rules = siteRules(site.settings).storyRules;
  const isLive = status === "live";
  const isPublished = storyPublishedAt !== null && isLive;
  // A published story does not need this owner's profile, because a co-founder's profile may have been enough.
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
        : // The site has relaxed its rules, or the story is older than automatic publication.
          [{ reason: "The story is complete. Save it again to publish it.", url: pages.editor }],
  };
}
