import { preparedSql, type Tx } from "../../store/store.ts";
import { rowsWritten } from "../common/audit-log.ts";

const pagesPerStep = 500;

const merge = preparedSql<never, [number]>("INSERT INTO listing_search (listing_search, rank) VALUES ('merge', ?)");

/**
 * One step of merging the trees of the search index into one, some milliseconds long; false where nothing was left to
 * do. Each transaction adds a tree, and a search looks up each of its words in all of them. The second one makes a
 * look-up four times as dear (5 µs, then 20 µs): where the number of a tree changes from or to 1, SQLite 3.54 plans
 * FTS5's own statement anew. The first step says that all are to be merged, the others go on with that, so that what is
 * written meanwhile does not begin it anew (SQLite FTS5, "The 'merge' Command").
 */
export async function mergeSearchIndex(tx: Tx, isFirst: boolean): Promise<boolean> {
  const before = await rowsWritten(tx);
  await merge.run(tx, isFirst ? -pagesPerStep : pagesPerStep);
  const after = await rowsWritten(tx);
  // The command itself counts as one change.
  return after - before > 1;
}
