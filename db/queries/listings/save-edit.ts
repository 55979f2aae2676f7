import { preparedSql, type Tx } from "../../store/store.ts";
import { indexListings } from "../search/search-index.ts";
import { type CompanyFacts, writeCompany } from "./save-company.ts";
import { type ListingEdit, rewriteListing } from "./write-listing.ts";

const versionsQuery = preparedSql<{ id: number; version: number }, [ids: number[]]>(
  "SELECT l.id, l.version FROM json_each(?) j JOIN listings l ON l.id = j.value ORDER BY l.id",
);

/**
 * However many of its fields differ, a changed listing gets one new version. If the company changes, all its listings
 * get a new version.
 */
export async function saveEdit(
  tx: Tx,
  company: CompanyFacts | null,
  edits: readonly ListingEdit[],
  now: string,
): Promise<Map<number, number>> {
  const risen = new Set(company ? (await writeCompany(tx, company, now)).listingIds : []);
  for (const { id, ...edit } of edits) {
    await rewriteListing(tx, id, { ...edit, rise: risen.has(id) ? 0 : 1 }, now);
    risen.add(id);
  }
  await indexListings(tx, risen);
  const rows = await versionsQuery.all(tx, [...risen]);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
