import type { DuplicateReason, ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface ComparedListing {
  id: number;
  siteId: number;
  name: string;
  url: string;
  text: string;
}

const compared = `SELECT l.id, l.site_id AS siteId, c.name, c.url,
  l.headline || char(10) || l.summary || char(10) || c.description AS text
  FROM listings l JOIN companies c ON c.id = l.company_id`;

/** Records made by sandbox keys are never public, so they are not compared. */
export const comparedListings = preparedSql<ComparedListing, [ids: readonly number[]]>(`
  ${compared} JOIN sites s ON s.id = l.site_id
  WHERE l.id IN (SELECT value FROM json_each(?)) AND s.sandbox_of IS NULL`).all;

const forgetKeys = preparedSql<never, [listingId: number]>("DELETE FROM duplicate_keys WHERE listing_id = ?");
const addKeys = preparedSql<never, [siteId: number, listingId: number, keys: readonly number[]]>(`
  INSERT INTO duplicate_keys (site_id, key, listing_id) SELECT ?1, value, ?2 FROM json_each(?3) WHERE true
  ON CONFLICT DO NOTHING`);

export async function saveDuplicateKeys(
  tx: Tx,
  { id, siteId }: ComparedListing,
  keys: readonly number[],
): Promise<void> {
  await forgetKeys.run(tx, id);
  await addKeys.run(tx, siteId, id, keys);
}

/** Limits the work for keys that very many listings have in common, for example copies of a template. */
const maxPerKey = 30;

/** Listings with a key in common with this one, except merged ones. */
export const listingsWithKeys = preparedSql<ComparedListing, [siteId: number, id: number, keys: readonly number[]]>(`
  WITH found AS (SELECT DISTINCT listing_id AS id FROM (
    SELECT listing_id, row_number() OVER (PARTITION BY key ORDER BY listing_id) AS place
    FROM duplicate_keys WHERE site_id = ?1 AND key IN (SELECT value FROM json_each(?3)) AND listing_id <> ?2)
    WHERE place <= ${maxPerKey})
  ${compared} WHERE l.id IN (SELECT id FROM found) AND l.merged_into IS NULL`).all;

export interface DuplicatePair {
  listingId: number;
  otherId: number;
  reason: DuplicateReason;
  score: number;
}

interface StoredPair extends DuplicatePair {
  id: number;
  dismissedAt: string | null;
}

export const pairsOf = preparedSql<StoredPair, [listingId: number]>(`
  SELECT id, listing_id AS listingId, other_id AS otherId, reason, score, dismissed_at AS dismissedAt
  FROM duplicate_pairs WHERE ?1 IN (listing_id, other_id)`).all;

const addPairs = preparedSql<never, [siteId: number, now: Date, pairs: unknown[]]>(`
  INSERT INTO duplicate_pairs (site_id, listing_id, other_id, reason, score, found_at)
  SELECT ?1, value->>0, value->>1, value->>2, value->>3, ?2 FROM json_each(?3) WHERE true
  ON CONFLICT (listing_id, other_id) DO UPDATE SET reason = excluded.reason, score = excluded.score`);
const dropPairs = preparedSql<never, [ids: readonly number[]]>(
  "DELETE FROM duplicate_pairs WHERE id IN (SELECT value FROM json_each(?))",
);

export async function savePairs(
  tx: Tx,
  siteId: number,
  { added, gone }: { added: readonly DuplicatePair[]; gone: readonly { id: number }[] },
  now: Date,
): Promise<void> {
  const rows = added.map(({ listingId, otherId, reason, score }) => [listingId, otherId, reason, score]);
  if (rows.length > 0) await addPairs.run(tx, siteId, now, rows);
  if (gone.length > 0)
    await dropPairs.run(
      tx,
      gone.map(({ id }) => id),
    );
}

export interface PairSide {
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  headline: string;
  summary: string;
  description: string;
  votes: number;
  created_at: string;
}

export interface OpenPair {
  id: number;
  reason: DuplicateReason;
  score: number;
  foundAt: string;
  older: PairSide;
  newer: PairSide;
}

const side = (l: string, c: string) => `json_object('slug', ${l}.slug, 'name', ${c}.name, 'url', ${c}.url,
  'status', ${l}.status, 'headline', ${l}.headline, 'summary', ${l}.summary, 'description', ${c}.description,
  'votes', ${l}.votes, 'created_at', ${l}.created_at)`;
const isShown = (l: string) => `${l}.status IN ('awaiting_badge', 'scheduled', 'live', 'suspended')`;
/** The pairs that the team may decide about, with `p` for the pair and `a` and `b` for the listings. */
export const openPair = `p.dismissed_at IS NULL AND ${isShown("a")} AND ${isShown("b")}`;
export const pairWithSides = `duplicate_pairs p CROSS JOIN listings a ON a.id = p.listing_id
  CROSS JOIN listings b ON b.id = p.other_id`;
/** Pairs of listings that are public or wait for their launch, the most similar first. */
const openQuery = preparedSql<OpenPair, [siteId: number, limit: number, offset: number]>(
  `SELECT p.id, p.reason, p.score, p.found_at AS foundAt, ${side("a", "ac")} AS older, ${side("b", "bc")} AS newer
  FROM ${pairWithSides}
  JOIN companies ac ON ac.id = a.company_id JOIN companies bc ON bc.id = b.company_id
  WHERE p.site_id = ? AND ${openPair}
  ORDER BY p.score DESC, p.id DESC LIMIT ? OFFSET ?`,
  { older: JSON.parse, newer: JSON.parse },
);
export const openPairs = (
  db: Db,
  siteId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OpenPair[]> => openQuery.all(db, siteId, limit, offset);

export const pairById = preparedSql<StoredPair, [siteId: number, id: number]>(`
  SELECT id, listing_id AS listingId, other_id AS otherId, reason, score, dismissed_at AS dismissedAt
  FROM duplicate_pairs WHERE site_id = ? AND id = ?`).get;

export const dismissPair = preparedSql<never, [id: number, now: Date, accountId: number]>(
  "UPDATE duplicate_pairs SET dismissed_at = ?2, dismissed_by = ?3 WHERE id = ?1",
).run;
