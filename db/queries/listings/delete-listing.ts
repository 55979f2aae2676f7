import { chunksOf } from "../../store/chunks.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import { refreshWeekRanks } from "../boards/boards.ts";
import { failClaimsOn } from "../claims/claim-history.ts";
import { forgetListing } from "../insights/fold-insights.ts";
import type { StatusRow } from "./listing-status.ts";

const dropListings = preparedSql<{ companyId: number }, [ids: readonly number[]]>(
  "DELETE FROM listings WHERE id IN (SELECT value FROM json_each(?)) RETURNING company_id AS companyId",
);
// A company without listings is not visible anywhere, so it is deleted.
const dropUnlistedCompanies = preparedSql<never, [ids: readonly number[]]>(`
  DELETE FROM companies WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM listings WHERE company_id = companies.id)`);
const listingIds = preparedSql<{ id: number }, [number]>("SELECT id FROM listings WHERE site_id = ?");

async function drop(tx: Tx, ids: readonly number[]): Promise<void> {
  await failClaimsOn(tx, ids);
  await dropUnlistedCompanies.run(tx, await dropListings.values(tx, ids));
}

/** Deletes a listing. Triggers update the search index and counts; this function updates the current week's ranks. */
export async function deleteListing(tx: Tx, listing: StatusRow, now: Date): Promise<void> {
  await drop(tx, [listing.id]);
  await forgetListing(tx, listing.siteId, listing.id);
  if (listing.launchWeek === weekOf(now)) await refreshWeekRanks(tx, listing.siteId, listing.launchWeek);
}

export async function deleteListingsOf(tx: Tx, siteId: number): Promise<void> {
  for (const some of chunksOf(await listingIds.values(tx, siteId))) await drop(tx, some);
}
