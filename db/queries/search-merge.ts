import { preparedSql, type Tx } from "../store.ts";
import { rowsWritten } from "./changes.ts";

const pagesPerStep = 500;

const merge = preparedSql<never, [number]>("INSERT INTO listing_search (listing_search, rank) VALUES ('merge', ?)");

/**
 * One step of merging the trees of the search index, some milliseconds long; false where nothing was left to do. Each
 * transaction adds a tree, and a search asks all of them. Trees of like size are merged, two or more at a time
 * (`usermerge`), so that the large one is written again only once others have grown with it.
 */
export async function mergeSearchIndex(tx: Tx): Promise<boolean> {
  const before = await rowsWritten(tx);
  await merge.run(tx, pagesPerStep);
  const after = await rowsWritten(tx);
  // The command itself counts as one change (SQLite FTS5, "The 'merge' Command").
  return after - before > 1;
}
