import { chunksOf, rowsAtOnce } from "../../store/chunks.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { yieldsToEventLoop } from "../../store/yield-to-event-loop.ts";
import { type NamingListing, saveNamedSubjects } from "../listings/subjects.ts";
import { searchDocument, searchKey } from "./search-text.ts";
import { storeCards } from "./stored-cards.ts";

interface IndexedRow {
  siteId: number;
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
  facts: string;
  id: number;
  votes: number;
  stars: number | null;
  status: string;
  /** A decimal number, because JavaScript rounds it. Null if the listing is not indexed. */
  knownKey: string | null;
  /** The names of the products that it replaces, as written, and as last saved (`listing_subjects`). */
  alternativeTo: string;
  savedNames: string;
}

const rowsToIndex = preparedSql<IndexedRow, [ids: readonly number[]]>(`
  SELECT l.id, l.site_id AS siteId, l.votes, l.stars, l.status, CAST(l.search_key AS TEXT) AS knownKey, c.name, l.headline, l.summary,
    c.platforms, c.pricing, c.verified_method AS verifiedMethod, l.launch_week AS launchWeek,
    l.launched_at AS launchedAt, l.rating, l.updated_at AS updatedAt,
    (SELECT json_group_array(json_object('id', k.id, 'name', k.name, 'parentId', k.parent_id))
      FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
    (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id) AS tags,
    iif(l.status = 'live', c.alternative_to, '[]') AS alternativeTo,
    (SELECT json_group_array(name) FROM listing_subjects WHERE listing_id = l.id) AS savedNames,
    json_object('license', c.license, 'self_hosted', c.self_hosted, 'api_url', c.api_url, 'mcp_url', c.mcp_url, 'sso', c.sso,
      'languages', json(c.languages), 'plans', json(c.plans)) AS facts
  FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value CROSS JOIN companies c ON c.id = l.company_id`);
const removeFromIndex = preparedSql<never, [ids: number[]]>(`
  DELETE FROM listing_search WHERE rowid IN (
    SELECT l.search_key FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value)`);
const addToIndex = preparedSql<never, [bigint, string]>("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
const addSetToIndex = preparedSql<never, [string]>(
  "INSERT INTO listing_search (rowid, doc) SELECT value->>0, value->>1 FROM json_each(?) ORDER BY key",
);
const rememberKeys = preparedSql<never, [string]>(`
  UPDATE listings SET search_key = j.value->>1 FROM json_each(?) j WHERE listings.id = j.value->>0`);

/** Storing this many cards takes no longer than indexing `rowsAtOnce` listings. */
const cardsAtOnce = 4 * rowsAtOnce;

/** Updates the search index for a listing. Call it in the transaction that changed the listing. */
export const indexListing = (tx: Tx, listingId: number): Promise<void> => indexListings(tx, [listingId]);

/**
 * Updates everything derived from these listings, in batches. FTS5 writes its buffer to disk when a row id is lower
 * than the previous one, so adding documents in ascending order costs a tenth as much.
 */
export async function indexListings(tx: Tx, listingIds: Iterable<number>): Promise<void> {
  const entries: IndexEntry[] = [];
  const yieldToEventLoop = yieldsToEventLoop();
  for (const ids of chunksOf([...new Set(listingIds)])) {
    const rows = await rowsToIndex.all(tx, ids);
    const indexed = rows.filter(({ knownKey }) => knownKey !== null).map(({ id }) => id);
    if (indexed.length > 0) await removeFromIndex.run(tx, indexed);
    await saveNamedSubjects(tx, rows.flatMap(changedNames));
    for (const row of rows) {
      await yieldToEventLoop();
      if (row.status === "live" || row.knownKey !== null) entries.push(entryOf(row));
    }
  }
  await addEntries(tx, entries, yieldToEventLoop);
  const moved = entries.filter(({ key, knownKey }) => (key?.toString() ?? null) !== knownKey);
  for (const some of chunksOf(moved)) {
    await yieldToEventLoop();
    await rememberKeys.run(
      tx,
      jsonArray(some, ({ id, key }) => `[${id},${key}]`),
    );
  }
  for (const some of chunksOf(entries, cardsAtOnce)) {
    await yieldToEventLoop();
    const ids = some.map(({ id }) => id);
    await storeCards(tx, ids);
  }
}

function changedNames({ id, siteId, alternativeTo, savedNames, updatedAt }: IndexedRow): NamingListing[] {
  if (alternativeTo === savedNames) return [];
  const names: string[] = JSON.parse(alternativeTo);
  return Bun.deepEquals(new Set(names), new Set(JSON.parse(savedNames))) ? [] : [{ id, siteId, names, at: updatedAt }];
}

interface IndexEntry {
  id: number;
  key: bigint | null;
  knownKey: string | null;
  document: string;
}

function entryOf(row: IndexedRow): IndexEntry {
  const { id, knownKey } = row;
  if (row.status !== "live") return { id, key: null, knownKey, document: "" };
  return { id, key: searchKey(row), knownKey, document: documentOf(row) };
}

async function addEntries(
  tx: Tx,
  entries: readonly IndexEntry[],
  yieldToEventLoop: ReturnType<typeof yieldsToEventLoop>,
) {
  const live = entries.filter(({ key }) => key !== null).sort((a, b) => Number(a.key! - b.key!));
  if (tx.isServed) {
    for (const some of chunksOf(live))
      await addSetToIndex.run(
        tx,
        jsonArray(some, ({ key, document }) => `[${key},${JSON.stringify(document)}]`),
      );
    return;
  }
  // In a local file, one statement per row costs almost nothing extra. A statement with many rows would open a
  // savepoint, which makes FTS5 write to disk.
  for (const { key, document } of live) {
    await yieldToEventLoop();
    await addToIndex.run(tx, key!, document);
  }
}

// The row ids are integers too large for JSON.stringify.
const jsonArray = <Row>(rows: readonly Row[], asJson: (row: Row) => string) => `[${rows.map(asJson).join()}]`;

const documentOf = (row: IndexedRow): string =>
  searchDocument({
    ...row,
    verified: row.verifiedMethod !== null,
    platforms: JSON.parse(row.platforms),
    categories: JSON.parse(row.categories),
    tags: JSON.parse(row.tags),
    facts: JSON.parse(row.facts),
  });
