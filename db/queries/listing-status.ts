import type { ListingStatus } from "../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../store.ts";
import { weekOf } from "../week.ts";
import { refreshWeekRanks } from "./boards.ts";
import { Refused } from "./refused.ts";
import { indexListing } from "./search-index.ts";

/**
 * Every allowed move between listing statuses. Drafts and rejected listings are the owner's to finish; what waits for
 * its week comes and goes with the badge; only what is public can be suspended, and it comes back as it was.
 */
export const statusMoves: Record<ListingStatus, readonly ListingStatus[]> = {
  draft: ["awaiting_badge", "scheduled", "live", "rejected", "archived"],
  awaiting_badge: ["draft", "scheduled", "live", "rejected", "archived"],
  scheduled: ["draft", "awaiting_badge", "live", "rejected", "archived"],
  live: ["awaiting_badge", "suspended", "archived"],
  rejected: ["draft", "archived"],
  suspended: ["live", "archived"],
  archived: ["draft"],
};

export const canMove = (from: ListingStatus, to: ListingStatus) => statusMoves[from].includes(to);

export interface StatusRow {
  id: number;
  siteId: number;
  slug: string;
  status: ListingStatus;
  launchWeek: string | null;
}

const statusBySlugQuery = preparedSql<StatusRow, [number, string]>(
  "SELECT id, site_id AS siteId, slug, status, launch_week AS launchWeek FROM listings WHERE site_id = ? AND slug = ?",
);

export const statusBySlug = (db: Db, siteId: number, slug: string) => statusBySlugQuery.get(db, siteId, slug);

const statusByIdQuery = preparedSql<StatusRow, [number]>(
  "SELECT id, site_id AS siteId, slug, status, launch_week AS launchWeek FROM listings WHERE id = ?",
);

export const statusById = (db: Db, id: number) => statusByIdQuery.get(db, id);

const setStatus = preparedSql<never, [ListingStatus, string | null, string, number]>(
  "UPDATE listings SET status = ?1, status_message = ?2, status_changed_at = ?3, updated_at = ?3, version = version + 1 WHERE id = ?4",
);

/**
 * Moves a listing to another status, and the search index and the ranks of a running launch week with it. `message`
 * is what the owner reads as the reason. Throws Refused for a move that is not allowed.
 */
export async function changeStatus(
  tx: Tx,
  listing: StatusRow,
  to: ListingStatus,
  message: string | null,
  now: Date,
): Promise<void> {
  if (!canMove(listing.status, to)) throw new Refused(`${listing.slug} is ${listing.status} and cannot become ${to}`);
  await setStatus.run(tx, to, message, now.toISOString(), listing.id);
  await indexListing(tx, listing.id);
  // The ranks of a week that has closed are final.
  if (listing.launchWeek === weekOf(now)) await refreshWeekRanks(tx, listing.siteId, listing.launchWeek);
}
