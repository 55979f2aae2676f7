import * as z from "zod";
import { joinFreeQueue, mayHavePlace, waitingPlaces } from "#db/queries/launches/free-places.ts";
import { badgeCheckOf, startBadgeChecks } from "#db/queries/listings/badge-checks.ts";
import { queueDomain } from "#db/queries/listings/company-key.ts";
import { changeStatus } from "#db/queries/listings/listing-status.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { openReview } from "#db/queries/moderation/reviews.ts";
import { listingStatuses, plans } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { type NextAction, Problem } from "../../core/errors/errors.ts";
import { actionLines } from "../../core/errors/next-action.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { differences } from "../../core/operations/differences.ts";
import { buttonSentences } from "../../core/text/page-buttons.ts";
import { lines, wouldBe } from "../../core/text/text.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { type ListingSite, listingId, listingOf, siteOfListing } from "../../listings/shared/own-listing.ts";
import { blocker, queuePlace } from "../../listings/shared/owner-records.ts";
import { queueLine } from "../../listings/view/owner-text.ts";
import { lackingProfile } from "../../listings/view/owner-view.ts";
import { closingActions, contentWords, openOrderFor } from "../../orders/shared/open-orders.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { freePlanChosen } from "../launch-mails.ts";
import { badgeSentence, badgeStep, blockersOf, reviewSentence } from "../shared/free-rules.ts";
import { blockerFacts, launchState, nextFreePlace, queuePlaceOf, rulesOfSite } from "../shared/launch-state.ts";
import { badgeCheckState, requestBadgeCheck } from "./request-badge-check.ts";
import { takeEarlierPlace } from "./take-earlier-place.ts";

const pollMs = 50;
const pollAfterMs = 3000;

export default defineTool({
  name: "choose_free_listing",
  title: "Choose the free plan",
  description:
    "Chooses the free plan for a listing and queues it for the earliest free launch week. Use it only after the user has agreed. The listing goes live in that week if its website shows the site badge and the founder profile is complete. Returns the week, queue position, badge check and blockers. While the badge is missing, a repeated call checks again.",
  family: "My listings",
  rest: { method: "POST", path: "/me/listings/{listing_id}/free" },
  page: "/account/listings/{listing_id}/launch",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  openWorld: "Queues a listing for publication, and checks the product's website for the badge.",
  notTried: () => ["Checking the website for the badge."],
  errors: ["not_found", "state_conflict"],
  input: z.strictObject({ listing_id: listingId }),
  output: z
    .strictObject({
      listing_id: z.int(),
      status: z.enum(listingStatuses),
      plan: z.enum(plans),
      launch_week: z.string().nullable(),
      queue: queuePlace,
      badge: z.string().describe("Result and time of the last badge check, in words"),
      poll_after_ms: z.int().nullable().describe("Set while a badge check runs: repeat the call after this time"),
      blockers: z.array(blocker),
    })
    .meta({ id: "FreeListing" }),
  examples: [{ listing_id: 95 }],
  async run(context, { listing_id }) {
    return async (tx, record) => {
      const before = await listingOf(tx, context, listing_id);
      const home = await siteOfListing(tx, context, before);
      if (before.status === "awaiting_badge" && before.plan === "free") {
        if (await checkAgain(tx, before, context.now))
          record({ subjects: [`listing:${listing_id}`], after: { badge_asked_at: context.now.toISOString() } });
        return toFreeListing(tx, before, context, home);
      }
      requireChoosable(before, home);
      if (before.launchedAt === null) await requirePlace(tx, context, before, home);
      await requireNoOrder(tx, context, before);
      const { moved, badge, newAccount, review } = await choose(tx, before, context);
      const after = await listingOf(tx, context, listing_id);
      record({
        subjects: [`listing:${listing_id}`, ...moved],
        ...differences(launchFacts(before), launchFacts(after)),
      });
      const state = {
        hasBadge: badge!.isFound,
        isNewAccount: newAccount !== null,
        lacks: [...(await lackingProfile(tx, context, after)), ...(review ? [reviewSentence(review)] : [])],
      };
      await notifyOwners(tx, { ...context, ...home }, after, freePlanChosen(after, state, home));
      return toFreeListing(tx, after, context, home);
    };
  },
  async awaitWork(context, output, patienceMs) {
    const { listing_id: id, poll_after_ms } = output;
    if (poll_after_ms === null) return output;
    const until = Date.now() + patienceMs;
    while ((await badgeCheckState(context.read, id, context.now)).isPending && Date.now() < until)
      await Bun.sleep(pollMs);
    const listing = await listingOf(context.read, context, id);
    return toFreeListing(context.read, listing, context, await siteOfListing(context.read, context, listing));
  },
  text: ({ listing_id, status, plan, launch_week, queue, badge, poll_after_ms, blockers, ...rest }) =>
    lines(
      `Listing ${listing_id} ${wouldBe(rest, "has", "would have")} the status ${status}, the plan ${plan} and ${launch_week ? `the launch week ${launch_week}` : `no launch week yet${blockers.some(({ code }) => code === "account_too_new") ? "" : ", because all upcoming weeks are full"}`}.`,
      queueLine(queue),
      blockers.every(({ reason }) => !badge.startsWith(reason)) && badge,
      poll_after_ms !== null &&
        wouldBe(
          rest,
          `A badge check is running. Repeat this call in ${poll_after_ms / 1000} s.`,
          "A check would start.",
        ),
      blockers.map(({ reason, url }) => `Blocker: ${badge.startsWith(reason) ? badge : reason} ${url}`),
      actionLines(blockers.map(({ next_action }) => next_action)),
    ),
});

const launchFacts = ({ status, plan, launchWeek }: OwnListing) => ({ status, plan, launch_week: launchWeek });

function requireChoosable({ id, name, status, plan, launchWeek }: OwnListing, { urls }: ListingSite): void {
  if ((status === "draft" || status === "rejected") && plan !== "paid") return;
  const nextAction: NextAction =
    status === "archived"
      ? {
          why: `${buttonSentences.restore} Then choose a plan.`,
          who: "human",
          url: `${urls.base}/account/listings/${id}`,
        }
      : { tool: "get_my_listing", arguments: { listing_id: id }, why: "See its status and blockers.", who: "agent" };
  let why = `is already ${status}, so it does not need a free place.`;
  if (status === "suspended" || status === "archived") why = `is ${status}, so it cannot be launched.`;
  else if (plan === "paid") why = `has a paid launch and is ${status}, so it does not need a free place.`;
  else if (plan === "free")
    why = `already has a free launch and the status ${status}${launchWeek ? ` (launch week ${launchWeek})` : ""}.`;
  throw new Problem("state_conflict", `${name} ${why}`, { nextActions: [nextAction] });
}

/** An unpaid order would later replace the free plan, so the owner first decides about the order. */
async function requireNoOrder(tx: Tx, context: CallContext, { id, name }: OwnListing): Promise<void> {
  const open = await openOrderFor(tx, context, id, "launch");
  if (!open) return;
  const { order, isOwn } = open;
  throw new Problem(
    "state_conflict",
    isOwn
      ? `The free launch was not chosen, because order ${order.number} is still open and contains ${contentWords(order)}.`
      : `Another owner of ${name} has an open order for a paid launch.`,
    { nextActions: isOwn ? closingActions(tx, order, context, "choose the free launch again") : [] },
  );
}

/** Requests a badge check if the badge is missing. Returns false if a check is pending or less than a minute old. */
async function checkAgain(tx: Tx, listing: OwnListing, now: Date): Promise<boolean> {
  const { isPending, waitMs } = await badgeCheckState(tx, listing.id, now);
  if (isPending || waitMs > 0 || (await badgeCheckOf(tx, listing.id))?.isFound) return false;
  await requestBadgeCheck(tx, listing, now);
  return true;
}

/** A free place needs a website that we could read, or proved ownership. Accounts and domains have a limit of places. */
async function requirePlace(
  tx: Tx,
  context: CallContext,
  { id, siteId, name, slug, url }: OwnListing,
  { site, urls }: ListingSite,
): Promise<void> {
  const refuse = (detail: string, ...nextActions: NextAction[]) => {
    throw new Problem("state_conflict", detail, { nextActions });
  };
  const { perAccount, perDomain } = siteRules(site.settings).freeQueue;
  if (perAccount === 0 || perDomain === 0)
    refuse(`${site.name} does not accept free launches at the moment.`, {
      tool: "list_products",
      why: "See the paid launches.",
      who: "agent",
    });
  if (!(await mayHavePlace(tx, id, context.now)))
    refuse(
      `We could not read the website of ${name} for its draft. To get a free launch, prove that you own ${name}. Then choose the free plan again.`,
      { tool: "claim_listing", arguments: { slug, method: "meta" }, why: "Prove the user's ownership.", who: "agent" },
      { why: "Prove your ownership", who: "human", url: `${urls.base}/listings/${slug}/claim` },
    );
  const domain = queueDomain(url);
  const { ofAccount, onDomain } = (await waitingPlaces(tx, siteId, accountOf(context).accountId, domain, id))!;
  const rule = "Choose the free plan again when one of them has launched, or archive one of them.";
  const listings = { tool: "list_my_listings", why: "See the listings that wait.", who: "agent" } as const;
  if (ofAccount >= perAccount)
    refuse(`An account can have at most ${perAccount} listings that wait for a free launch. ${rule}`, listings);
  if (onDomain >= perDomain)
    refuse(`At most ${perDomain} listings on ${domain} can wait for a free launch. ${rule}`, listings);
}

/** Returns what the launch depends on, and the listing that lost its place to this one, if any. */
async function choose(tx: Tx, listing: OwnListing, context: CallContext) {
  const { now } = context;
  await joinFreeQueue(tx, listing.id, now, accountOf(context).accountId, queueDomain(listing.url));
  const launchWeek = listing.launchedAt === null ? await nextFreePlace(tx, listing, now) : listing.launchWeek;
  await startBadgeChecks(tx, listing.id);
  await openReview(tx, listing, (await rulesOfSite(tx, listing.siteId)).review.mode, now);
  const state = await launchState(tx, listing, now);
  const waiting = { ...listing, launchWeek, status: "awaiting_badge" as const };
  // If the listing's week has already begun, the badge check launches the listing instead.
  const isScheduled = badgeStep(waiting, state.badge!, state.isReady, now) === "schedule";
  await changeStatus(tx, { ...listing, launchWeek }, isScheduled ? "scheduled" : "awaiting_badge", null, now);
  await requestBadgeCheck(tx, listing, now);
  return { ...state, moved: isScheduled ? await takeEarlierPlace(tx, context, listing) : [] };
}

async function toFreeListing(db: Db, listing: OwnListing, context: CallContext, home: ListingSite) {
  const { id, status, plan, launchWeek } = listing;
  const facts = await blockerFacts(db, id, context.now);
  const { isPending, waitMs } = await badgeCheckState(db, id, context.now);
  const isOld = !isPending && waitMs > 0 && !facts.badge?.isFound;
  const lacking = await lackingProfile(db, context, listing);
  return {
    listing_id: id,
    status,
    plan,
    launch_week: launchWeek,
    queue: await queuePlaceOf(db, listing, context.now),
    badge: `${badgeSentence(facts.badge)}${isOld ? ` To check again, repeat the call in ${Math.ceil(waitMs / 1000)} s.` : ""}`,
    poll_after_ms: isPending ? pollAfterMs : null,
    blockers: blockersOf({ ...listing, ...facts }, lacking, home),
  };
}
