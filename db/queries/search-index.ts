import { givesWay } from "../give-way.ts";
import { preparedSql, type Tx } from "../store.ts";
import { searchDocument, searchKey } from "./search-text.ts";

interface IndexedRow {
  id: number;
  siteId: number;
  votes: number;
  stars: number | null;
  status: string;
  isIndexed: number;
  name: string;
  headline: string;
  summary: string;
  platforms: string;
  pricing: string | null;
  verifiedMethod: string | null;
  launchWeek: string | null;
  launchedAt: string | null;
  rating: number | null;
  updatedAt: string;
  categories: string;
  tags: string;
}

const rowToIndex = preparedSql<IndexedRow, [number]>(`
  SELECT l.id, l.site_id AS siteId, l.votes, l.stars, l.status, l.search_key IS NOT NULL AS isIndexed, c.name, l.headline, l.summary,
    c.platforms, c.pricing, c.verified_method AS verifiedMethod, l.launch_week AS launchWeek,
    l.launched_at AS launchedAt, l.rating, l.updated_at AS updatedAt,
    (SELECT json_group_array(json_object('id', k.id, 'name', k.name, 'parentId', k.parent_id))
      FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
    (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id) AS tags
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?`);
const removeFromIndex = preparedSql<never, [number]>(
  "DELETE FROM listing_search WHERE rowid = (SELECT search_key FROM listings WHERE id = ?)",
);
const addToIndex = preparedSql<never, [bigint, string]>("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
const rememberKey = preparedSql<never, [bigint | null, number]>("UPDATE listings SET search_key = ? WHERE id = ?");

/** Brings the search index up to date with a listing; to be called in the transaction that changed anything it shows. */
export const indexListing = (tx: Tx, listingId: number): Promise<void> => indexListings(tx, [listingId]);

/**
 * The same for many. FTS5 writes what it has gathered to disk at a row id lower than the last, and at every statement
 * that opens a savepoint, such as an INSERT … RETURNING: documents that follow each other in order cost a tenth.
 */
export async function indexListings(tx: Tx, listingIds: Iterable<number>): Promise<void> {
  const entries: { id: number; key: bigint | null; document: string }[] = [];
  const giveWay = givesWay();
  for (const listingId of listingIds) {
    await giveWay();
    const row = await rowToIndex.get(tx, listingId);
    if (!row) continue;
    if (row.isIndexed) await removeFromIndex.run(tx, row.id);
    const isLive = row.status === "live";
    entries.push({
      id: row.id,
      key: isLive ? searchKey(row) : null,
      document: isLive ? documentOf(row) : "",
    });
  }
  entries.sort((a, b) => Number((a.key ?? 0n) - (b.key ?? 0n)));
  for (const { key, document } of entries) {
    await giveWay();
    if (key !== null) await addToIndex.run(tx, key, document);
  }
  for (const { id, key } of entries) {
    await giveWay();
    await rememberKey.run(tx, key, id);
  }
}

const documentOf = (row: IndexedRow): string =>
  searchDocument({
    ...row,
    verified: row.verifiedMethod !== null,
    platforms: JSON.parse(row.platforms),
    categories: JSON.parse(row.categories),
    tags: JSON.parse(row.tags),
  });
