import { Database } from "bun:sqlite";
import { searchDocument, searchKey } from "../../db/queries/search-text.ts";
import { openStore } from "../../db/store.ts";
import { categories, listingAt, votesAt } from "./listing.ts";
import { inBatches, siteId } from "./rows.ts";

/** Makes the search index of an invented directory in a database of its own: half of all the work, on another core. */

const [path, givenSize] = process.argv.slice(2) as [string, string];
const size = Number(givenSize);
await openStore(path).close();
const db = new Database(path, { strict: true });
db.run("PRAGMA synchronous = OFF");

const live: { id: number; votes: number }[] = [];
for (let id = 1; id <= size; id++) {
  const votes = votesAt(id);
  if (votes !== null) live.push({ id, votes });
}
// In the order of row ids: FTS5 writes a segment whenever one is lower than the last.
live.sort((a, b) => b.votes - a.votes || a.id - b.id);

const add = db.prepare("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
inBatches(db, live.length, (i) => {
  const { id, votes } = live[i]!;
  const listing = listingAt(id, size);
  const document = searchDocument({
    ...listing,
    siteId,
    categories: listing.categoryIds.map((categoryId) => categories[categoryId - 1]!),
    verified: listing.verified !== null,
    rating: listing.rating?.value ?? null,
    updatedAt: listing.createdAt.toISOString(),
  });
  add.run(searchKey(siteId, votes, id), document);
});
db.close();
