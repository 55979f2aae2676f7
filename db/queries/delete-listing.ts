import { preparedSql, type Tx } from "../store.ts";
import { weekOf } from "../week.ts";
import { refreshWeekRanks } from "./boards.ts";
import { failClaimsOn } from "./claims.ts";
import type { StatusRow } from "./listing-status.ts";

const dropListing = preparedSql<{ companyId: number }, [number]>(
  "DELETE FROM listings WHERE id = ? RETURNING company_id AS companyId",
);
// A company is shown nowhere but in its listings.
const dropUnlistedCompany = preparedSql<never, [number]>(
  "DELETE FROM companies WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM listings WHERE company_id = ?1)",
);
const listingIds = preparedSql<{ id: number }, [number]>("SELECT id FROM listings WHERE site_id = ?");

async function drop(tx: Tx, listingId: number): Promise<void> {
  await failClaimsOn(tx, listingId);
  const gone = await dropListing.get(tx, listingId);
  if (gone) await dropUnlistedCompany.run(tx, gone.companyId);
}

/**
 * Deletes a listing with its updates, milestones, story, votes and awards, and its company where no other site lists
 * it. The search index and the counts follow by triggers, the ranks of a running launch week here.
 */
export async function deleteListing(tx: Tx, listing: StatusRow, now: Date): Promise<void> {
  await drop(tx, listing.id);
  if (listing.launchWeek === weekOf(now)) await refreshWeekRanks(tx, listing.siteId, listing.launchWeek);
}

/** Deletes every listing of a site that is itself about to go. */
export async function deleteListingsOf(tx: Tx, siteId: number): Promise<void> {
  for (const { id } of await listingIds.all(tx, siteId)) await drop(tx, id);
}
