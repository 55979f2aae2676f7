import { preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import { deleteListingsOf } from "../listings/delete-listing.ts";

const listingCount = preparedSql<{ count: number }, [number]>(
  "SELECT count(*) AS count FROM listings WHERE site_id = ?",
);
const twinQuery = preparedSql<{ id: number }, [number]>("SELECT id FROM sites WHERE sandbox_of = ?");
// The tables of a site besides its listings, in an order that keeps all references valid.
const siteTables = ["drafts", "posts", "products", "interview_questions", "categories", "ballot_snapshots"];
const emptySite = siteTables.map((table) => preparedSql<never, [number]>(`DELETE FROM ${table} WHERE site_id = ?`));
const dropSite = preparedSql<never, [number]>("DELETE FROM sites WHERE id = ?");

/** Throws RuleViolation while the site has listings. */
export async function deleteSite(tx: Tx, site: { id: number; key: string }): Promise<void> {
  const { count } = (await listingCount.get(tx, site.id))!;
  if (count > 0) throw new RuleViolation(`the site "${site.key}" has ${count} listings; delete them first`);
  const twin = await twinQuery.get(tx, site.id);
  if (twin) {
    await deleteListingsOf(tx, twin.id);
    for (const query of emptySite) await query.run(tx, twin.id);
    await dropSite.run(tx, twin.id);
  }
  for (const query of emptySite) await query.run(tx, site.id);
  await dropSite.run(tx, site.id);
}
