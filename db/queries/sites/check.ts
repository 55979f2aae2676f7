import { faultsOf } from "../../store/restore.ts";
import { type Db, preparedSql, type Store } from "../../store/store.ts";
import { indexListings } from "../search/search-index.ts";
import { isSearchKeyOf, listingIdOf } from "../search/search-text.ts";
import { dropCards, wrongCards } from "../search/stored-cards.ts";

const wrongKeys = preparedSql<{ slug: string }, []>(`
  SELECT l.slug FROM listings l LEFT JOIN listing_search s ON s.rowid = l.search_key
  WHERE iif(l.status = 'live', l.search_key IS NULL OR s.rowid IS NULL
      OR NOT ${isSearchKeyOf("l.search_key", "l")}, l.search_key IS NOT NULL)
  ORDER BY l.id`);
const strayRows = `SELECT s.rowid FROM listing_search s
  WHERE NOT EXISTS (SELECT 1 FROM listings l WHERE l.id = ${listingIdOf("s.rowid")} AND l.search_key = s.rowid)`;
const strayCount = preparedSql<{ count: number }, []>(`SELECT count(*) AS count FROM (${strayRows})`);
const siteCounts = "(SELECT count(*) FROM listings WHERE site_id = sites.id AND status = 'live')";
const categoryCounts = `(SELECT count(*) FROM listing_categories lc JOIN listings l ON l.id = lc.listing_id
  WHERE lc.category_id = categories.id AND l.status = 'live')`;
const wrongCounts = preparedSql<{ kind: string; name: string }, []>(`
  SELECT 'site' AS kind, key AS name FROM sites WHERE listing_count <> ${siteCounts}
  UNION ALL SELECT 'category', slug FROM categories WHERE listing_count <> ${categoryCounts}`);

// FTS5 checks the index as it was at the connection's last query. This query makes it check the current index.
const seeIndex = preparedSql<{ seen: 1 }, []>("SELECT 1 AS seen FROM listing_search WHERE rowid = 0");

const fullList = 20;

export async function checkDatabase(db: Db): Promise<string[]> {
  await seeIndex.get(db);
  const faults = faultsOf(db.$client);
  const disagree = (what: string, slugs: string[]) => {
    for (const slug of slugs.slice(0, fullList)) faults.push(`${what} does not match the listing ${slug}`);
    if (slugs.length > fullList) faults.push(`${what} does not match ${slugs.length - fullList} more listings`);
  };
  disagree("the search index", await wrongKeys.values(db));
  disagree("the stored card", await wrongCards(db));
  const stray = await strayCount.value(db);
  if (stray > 0) faults.push(`the search index contains ${stray} entries without a live listing`);
  for (const { kind, name } of await wrongCounts.all(db)) faults.push(`the listing count of ${kind} ${name} is wrong`);
  return faults;
}

export const contentCounts = preparedSql<{ sites: number; accounts: number; listings: number; orders: number }, []>(`
  SELECT (SELECT count(*) FROM sites) AS sites, (SELECT count(*) FROM accounts) AS accounts,
    (SELECT count(*) FROM listings) AS listings, (SELECT count(*) FROM orders) AS orders`).get;

/** The names of the keys that have encrypted or signed something in the database. */
export const usedKeys = preparedSql<{ name: string }, []>(`
  SELECT 'key' AS name WHERE EXISTS (SELECT 1 FROM mails) OR EXISTS (SELECT 1 FROM orders)
  UNION ALL SELECT 'signing.pem' WHERE EXISTS (SELECT 1 FROM ballot_snapshots)`).values;

const pageQuery = preparedSql<{ id: number }, [number]>("SELECT id FROM listings WHERE id > ? ORDER BY id LIMIT 500");
const missingQuery = preparedSql<{ id: number }, []>(
  "SELECT id FROM listings WHERE status = 'live' AND search_key IS NULL ORDER BY votes DESC LIMIT 500",
);
const dropStrays = preparedSql<never, []>(`DELETE FROM listing_search WHERE rowid IN (${strayRows})`);
const repairSites = preparedSql<never, []>(`UPDATE sites SET listing_count = ${siteCounts}`);
const repairCategories = preparedSql<never, []>(`UPDATE categories SET listing_count = ${categoryCounts}`);

/** Repairs the database in small transactions. Searches return complete results meanwhile. */
export async function repairDatabase({ write }: Pick<Store, "write">): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; )
    last = await write(async (tx): Promise<number | undefined> => {
      const ids = await pageQuery.values(tx, last!);
      await dropCards(tx, ids);
      await indexListings(tx, ids);
      return ids.at(-1);
    });
  await write(async (tx) => {
    await dropStrays.run(tx);
    await repairSites.run(tx);
    await repairCategories.run(tx);
  });
}

/** Indexes live listings missing from the search index, for example after a migration that emptied it. */
export async function indexMissing({ write }: Pick<Store, "write">): Promise<number> {
  for (let done = 0; ; ) {
    const count = await write(async (tx) => {
      const ids = await missingQuery.values(tx);
      await indexListings(tx, ids);
      return ids.length;
    });
    if (count === 0) return done;
    done += count;
  }
}
