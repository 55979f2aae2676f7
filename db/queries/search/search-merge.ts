import { preparedSql, type Tx } from "../../store/store.ts";
import { rowsWritten } from "../common/audit-log.ts";

const pagesPerStep = 500;

const merge = preparedSql<never, [number]>("INSERT INTO listing_search (listing_search, rank) VALUES ('merge', ?)");

/**
 * Runs one step of merging the trees of the search index into one. Returns false if nothing was left to do. Each
 * transaction adds a tree, and a search looks up each word in all trees. A second tree makes a lookup take 20 µs
 * instead of 5, because SQLite 3.54 then replans FTS5's own statement. The first step selects all trees.
 */
export async function mergeSearchIndex(tx: Tx, isFirst: boolean): Promise<boolean> {
  const before = await rowsWritten(tx);
  await merge.run(tx, isFirst ? -pagesPerStep : pagesPerStep);
  const after = await rowsWritten(tx);
  // The merge command itself counts as one change.
  return after - before > 1;
}
