import { preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import { deleteListingsOf } from "../listings/delete-listing.ts";
import { sandboxOf } from "./sites.ts";

const listingCount = preparedSql<{ count: number }, [number]>(
  "SELECT count(*) AS count FROM listings WHERE site_id = ?",
);
// A site's tables other than its listings, in an order that keeps all references valid.
const siteTables = [
  "drafts",
  "posts",
  "products",
  "interview_questions",
  "categories",
  "ballot_snapshots",
  "listing_reviews",
  "subjects",
];
const emptySite = siteTables.map((table) => preparedSql<never, [number]>(`DELETE FROM ${table} WHERE site_id = ?`));
const dropSite = preparedSql<never, [number]>("DELETE FROM sites WHERE id = ?");

/** Throws RuleViolation if the site still has listings. */
export async function deleteSite(tx: Tx, site: { id: number; key: string }): Promise<void> {
  const count = await listingCount.value(tx, site.id);
  if (count > 0) throw new RuleViolation(`the site "${site.key}" has ${count} listings; delete them first`);
  const sandbox = await sandboxOf(tx, site.id);
  if (sandbox !== null) {
    await deleteListingsOf(tx, sandbox);
    await drop(tx, sandbox);
  }
  await drop(tx, site.id);
}

async function drop(tx: Tx, siteId: number): Promise<void> {
  for (const query of emptySite) await query.run(tx, siteId);
  await dropSite.run(tx, siteId);
}
