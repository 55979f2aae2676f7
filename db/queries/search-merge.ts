import { preparedSql, type Tx } from "../store.ts";

// The index is a set of trees, each write adding one; a search looks every word up in each of them.
const treesAtOnce = 2;
const pagesPerStep = 500;

const threshold = preparedSql<{ value: number }, []>(
  "SELECT v AS value FROM listing_search_config WHERE k = 'usermerge'",
);
const setThreshold = preparedSql<never, [number]>(
  "INSERT INTO listing_search (listing_search, rank) VALUES ('usermerge', ?)",
);
const merge = preparedSql<never, [number]>("INSERT INTO listing_search (listing_search, rank) VALUES ('merge', ?)");
const changes = preparedSql<{ count: number }, []>("SELECT total_changes() AS count");

/**
 * One step of merging the trees of the search index, some milliseconds long; false where nothing was left to do. Trees
 * of like size are merged, so that the large one is written again only once others have grown with it.
 */
export async function mergeSearchIndex(tx: Tx): Promise<boolean> {
  // By itself FTS5 merges no fewer than four trees of a size.
  if ((await threshold.get(tx))?.value !== treesAtOnce) await setThreshold.run(tx, treesAtOnce);
  const before = await changes.get(tx);
  await merge.run(tx, pagesPerStep);
  const after = await changes.get(tx);
  // The command itself counts as one change (SQLite FTS5, "The 'merge' Command").
  return after!.count - before!.count > 1;
}
