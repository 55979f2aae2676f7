import { Database } from "bun:sqlite";
import { searchDocument } from "#db/queries/search/search-text.ts";
import { openStore } from "#db/store/file-store.ts";
import { categories, listingAt, votesAt } from "./listing.ts";
import { inBatches, keyOf, siteId } from "./rows.ts";

/** Builds the search index of an invented directory in a separate database: half of all work, on another core. */

const [path, givenSize] = process.argv.slice(2) as [string, string];
const size = Number(givenSize);
await openStore(path).close();
const db = new Database(path, { strict: true });
db.run("PRAGMA synchronous = OFF");

const live: { id: number; key: bigint }[] = [];
for (let id = 1; id <= size; id++) {
  const votes = votesAt(id);
  if (votes !== null) live.push({ id, key: keyOf({ id, votes }) });
}
// In row ID order: FTS5 writes a segment whenever an ID is lower than the last one.
live.sort((a, b) => (a.key < b.key ? -1 : 1));

const add = db.prepare("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
inBatches(db, live.length, (i) => {
  const { id, key } = live[i]!;
  const listing = listingAt(id, size);
  const document = searchDocument({
    ...listing,
    siteId,
    categories: listing.categoryIds.map((categoryId) => categories[categoryId - 1]!),
    verified: listing.verified !== null,
    rating: listing.rating?.value ?? null,
    launchedAt: listing.createdAt.toISOString(),
    updatedAt: listing.createdAt.toISOString(),
  });
  add.run(key, document);
});
db.close();
