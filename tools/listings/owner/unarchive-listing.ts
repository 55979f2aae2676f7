import * as z from "zod";
import { latestChange } from "#db/queries/common/audit-log.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { badgeCheckOf, startBadgeChecks } from "#db/queries/listings/badge-checks.ts";
import { changeStatus } from "#db/queries/listings/listing-status.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { refundedMeanwhile, resumePaidLaunch } from "#db/queries/orders/purchased-listing.ts";
import { type ListingStatus, listingStatuses } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { Problem } from "../../core/errors/errors.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { dayWords } from "../../core/text/text.ts";
import { checkBadge } from "../../launches/jobs.ts";
import { broughtBackUntil } from "../../launches/shared/free-rules.ts";
import { notifyOfLaunch } from "../../launches/shared/go-live.ts";
import { listingId, listingOf } from "../shared/own-listing.ts";

export default defineOperation({
  name: "unarchive_listing",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId }),
  output: z.strictObject({ listing_id: z.int(), status: z.enum(listingStatuses) }),
  async run(context, { listing_id }) {
    const { now } = context;
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      requireRecent(listing, now);
      const { status: as, message } = await restoredAs(tx, listing);
      const status = as === "scheduled" ? await resumePaidLaunch(tx, listing, now) : as;
      if (as === "scheduled" && status === "live") await notifyOfLaunch(tx, context, listing);
      if (as !== "scheduled") await changeStatus(tx, listing, as, message, now);
      if (status === "awaiting_badge") {
        await startBadgeChecks(tx, listing_id);
        await enqueue(tx, checkBadge.request({ listingId: listing_id }, listing.url, now.toISOString()), now);
      }
      record({ subjects: [`listing:${listing_id}`], before: { status: "archived" }, after: { status } });
      return { listing_id, status };
    };
  },
});

function requireRecent({ name, status, statusChangedAt }: OwnListing, now: Date): void {
  if (status !== "archived")
    throw new Problem("state_conflict", `${name} has the status ${status}. Only an archived listing can be restored.`);
  const until = broughtBackUntil(statusChangedAt);
  if (now <= until) return;
  throw new Problem(
    "state_conflict",
    `${name} was archived on ${dayWords(statusChangedAt)}. The deadline for restoring it was ${dayWords(until)}.`,
  );
}

/**
 * A rejected listing stays rejected. A launched one becomes live again; on the free plan, its badge must be found
 * first.
 */
async function restoredAs(
  tx: Tx,
  { id, plan, launchWeek, launchedAt }: OwnListing,
): Promise<{ status: ListingStatus; message: string | null }> {
  const as = (status: ListingStatus, message: string | null = null) => ({ status, message });
  const refunded = await refundedMeanwhile(tx, { id, plan });
  if (refunded !== null) return as("draft", refunded);
  const was = (await latestChange(tx, `listing:${id}`, "archive_listing"))?.before;
  if (was?.status === "rejected") return as("rejected", (was.status_message as string | undefined) ?? null);
  if (launchedAt !== null || was?.status === "live")
    return as(plan === "free" && (await badgeCheckOf(tx, id)) ? "awaiting_badge" : "live");
  return as(plan === "paid" && launchWeek !== null ? "scheduled" : "draft");
}
