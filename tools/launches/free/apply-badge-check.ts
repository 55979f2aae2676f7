import * as z from "zod";
import {
  type BadgeCheck,
  badgeCheckOf,
  type CheckedListing,
  checkedListing,
  setBadgeWarned,
} from "#db/queries/listings/badge-checks.ts";
import { changeStatus, launchListings } from "#db/queries/listings/listing-status.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { listingId } from "../../listings/shared/own-listing.ts";
import { badgeFound, badgeGone, badgeMissed } from "../launch-mails.ts";
import { type BadgeStep, badgeStep, faultSentence, reviewSentence } from "../shared/free-rules.ts";
import { goLive } from "../shared/go-live.ts";
import { launchState } from "../shared/launch-state.ts";
import { takeEarlierPlace } from "./take-earlier-place.ts";

export default defineOperation({
  name: "apply_badge_check",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    listing_id: listingId,
    is_new: z.boolean().default(false).describe("Whether the check found a badge that the check before did not find"),
  }),
  output: z.strictObject({}),
  async run(context, { listing_id, is_new }) {
    const { now } = context;
    return async (tx, record) => {
      const listing = await checkedListing(tx, listing_id);
      const check = await badgeCheckOf(tx, listing_id);
      if (!listing || !check) return {};
      const { isReady, hasProfile, review } = await launchState(tx, listing, now);
      const step = badgeStep(listing, check, isReady, now);
      // The email about a first launch says more than the email about its badge.
      const isNews =
        is_new && listing.status === "awaiting_badge" && (step !== "launch" || listing.launchedAt !== null);
      const lacks = [...(hasProfile ? [] : [profileMissing]), ...(review ? [reviewSentence(review)] : [])];
      if (step === null && !isNews) return {};
      if (step !== null) await steps[step](tx, listing, check, context);
      const moved = step === "schedule" ? await takeEarlierPlace(tx, context, listing) : [];
      const present = (await checkedListing(tx, listing_id))!;
      const { status } = present;
      if (isNews) await notifyOwners(tx, context, present, badgeFound(present, lacks));
      record({
        subjects: [`listing:${listing_id}`, ...moved],
        before: { status: listing.status },
        after: { status, badge: check.isFound ? "found" : check.fault },
      });
      return {};
    };
  },
});

const profileMissing = "Complete your founder profile.";

type Step = (tx: Tx, listing: CheckedListing, check: BadgeCheck, context: CallContext) => Promise<void>;

const steps: Record<BadgeStep, Step> = {
  schedule: (tx, listing, _check, { now }) => changeStatus(tx, listing, "scheduled", null, now),
  launch: (tx, listing, _check, context) =>
    listing.launchedAt === null ? goLive(tx, context, [listing]) : launchListings(tx, [listing], context.now),
  async warn(tx, listing, check, context) {
    await setBadgeWarned(tx, listing.id, context.now);
    await notifyOwners(tx, context, listing, badgeMissed(listing, faultSentence(check), context));
  },
  async withdraw(tx, listing, check, context) {
    const why = faultSentence(check);
    await setBadgeWarned(tx, listing.id, null);
    await changeStatus(tx, listing, "awaiting_badge", `The badge is no longer on the website. ${why}`, context.now);
    await notifyOwners(tx, context, listing, badgeGone(listing, why, context));
  },
};
