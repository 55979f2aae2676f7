import * as z from "zod";
import { type BadgeCheck, checkedListing, saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { defineJob, type JobKind } from "../core/operations/job.ts";
import type { WantedBadge } from "../listings/shared/rules.ts";
import { settleKind } from "../moderation/shared/settle-waiting.ts";
import settleBadge from "./free/settle-badge.ts";
import { badgeKind } from "./shared/job-names.ts";

/** What looking for badges takes of the world. */
export interface BadgeWorld {
  /** Reads a website; whatever keeps us from seeing its badge is a finding. Rejects only with the signal's reason. */
  look(
    url: string,
    wanted: WantedBadge,
    signal: AbortSignal,
  ): Promise<Pick<BadgeCheck, "isFound" | "fault" | "detail">>;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

/** Looks for a listing's badge on its product's website, and does what follows. */
export const badgeJobs = (world: BadgeWorld): JobKind[] => [
  defineJob({
    kind: badgeKind,
    payload: z.object({ listingId: z.int() }),
    concurrency: 4,
    async run({ read, now, signal, finish }, { listingId }) {
      const listing = await checkedListing(read, listingId);
      if (!listing) return undefined;
      const { base } = world.urlsOf((await siteById(read, listing.siteId))!);
      const finding = await world.look(listing.url, { base, slug: listing.slug }, signal);
      return async (tx) => {
        const present = await checkedListing(tx, listingId);
        if (!present) return;
        // What we had no browser for is no fault of theirs.
        const isMiss = !finding.isFound && finding.fault !== "needs_scripts" && present.status !== "awaiting_badge";
        await saveBadgeCheck(tx, listingId, { ...finding, isMiss }, now);
        await finish(settleBadge, { listing_id: listingId }, listing.siteId)(tx);
      };
    },
  }),
  // What is due without a look, since something else has changed.
  defineJob({
    kind: settleKind,
    payload: z.object({ listingId: z.int() }),
    async run({ read, finish }, { listingId }) {
      const listing = await checkedListing(read, listingId);
      return listing ? finish(settleBadge, { listing_id: listingId }, listing.siteId) : undefined;
    },
  }),
];
