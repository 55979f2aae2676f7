import { startBadgeChecks } from "#db/queries/listings/badge-checks.ts";
import { changeStatus, launchListings } from "#db/queries/listings/listing-status.ts";
import { paidPlacesTaken } from "#db/queries/orders/paid-places.ts";
import { launchRefunded, setPlan } from "#db/queries/orders/purchased-listing.ts";
import { weekOf } from "#db/values/week.ts";
import { weekInSentence } from "../../core/text/text.ts";
import { type Fulfilment, type FulfilmentContext, FulfilmentError } from "./fulfilment.ts";

/** A listing that has already launched keeps its week, becomes a paid listing and gives up its free place. */
export const launch: Fulfilment<"launch"> = {
  async fulfil({ tx, now, listing, line, order, rules }) {
    const { status, plan, launchWeek, launchedAt } = listing;
    if (status === "rejected" && rules.review.mode !== "off")
      throw new FulfilmentError(`${listing.name} was not approved before the payment arrived.`);
    const before = { plan, status, launchWeek, isLaunched: launchedAt !== null };
    const week = launchedAt === null ? await placeFor({ tx, now, listing, line, order, rules }) : launchWeek;
    await setPlan(tx, listing.id, "paid", week, now);
    const there = { ...listing, launchWeek: week };
    if (status === "rejected") {
      await changeStatus(tx, there, "draft", null, now);
      there.status = "draft";
    }
    if (launchedAt !== null ? status !== "live" : week === weekOf(now)) await launchListings(tx, [there], now);
    else if (status !== "scheduled" && status !== "live") await changeStatus(tx, there, "scheduled", null, now);
    return { kind: "launch", week, before };
  },

  async reverse({ tx, now, listing }, { before }) {
    if (listing.plan !== "paid") return;
    if (before.plan === "free" && before.isLaunched && before.status === "live") {
      await setPlan(tx, listing.id, "free", listing.launchWeek, now);
      await startBadgeChecks(tx, listing.id);
      return;
    }
    // A suspended or archived listing keeps its status and becomes a draft when it is restored (`refundedMeanwhile`). A
    // listing that has launched keeps its launch week; otherwise, its booked place becomes free.
    await setPlan(tx, listing.id, "none", listing.launchedAt === null ? null : listing.launchWeek, now);
    if (listing.status !== "draft" && listing.status !== "suspended" && listing.status !== "archived")
      await changeStatus(tx, listing, "draft", launchRefunded, now);
  },
};

async function placeFor({ tx, now, listing, line, order, rules }: FulfilmentContext): Promise<string> {
  const current = weekOf(now);
  const week = line.launchWeek !== null && line.launchWeek > current ? line.launchWeek : current;
  const taken = await paidPlacesTaken(tx, listing.siteId, week, now, order.id);
  if (taken >= rules.freeQueue.paidPlacesPerWeek)
    throw new FulfilmentError(`All paid places of ${weekInSentence(week)} are taken.`);
  return week;
}
