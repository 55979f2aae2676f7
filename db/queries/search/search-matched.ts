import { type Db, preparedSql } from "../../store/store.ts";
import type { ExactTimes } from "./search-filters.ts";
import { lastPlace, listingIdOf } from "./search-text.ts";

/** What a search matched, to count over: a MATCH expression, its site and the exact times its days only come near to. */
export interface Matched extends ExactTimes {
  expression: string;
  siteId: number;
}

/** Where in a search something was found: by which kind of match or which field, and its place in that order. */
export type CursorPosition = [by: string, key: string | number | null, id: number];

/** Where a search stops. */
export interface SearchLimits {
  /** Offsets go no further. */
  depth: number;
  /** Up to here all matches are sorted by a field; beyond, those are left out whose names only begin with the words. */
  sorted: number;
  /** Up to here they are sorted then; beyond, walking the order meets a page of them sooner. */
  sortedOfWords: number;
  /** Up to here matches are counted. */
  counted: number;
}
/** The part of what is found that is asked for: one more than a page says whether there is another. */
export interface Window {
  offset: number;
  after?: CursorPosition;
  length: number;
  limits: SearchLimits;
}

export interface Found {
  places: { id: number; place: CursorPosition }[];
  counted: number;
}

export type Parameters = [
  expression: string,
  siteId: number,
  updatedSince: string | null,
  launchedSince: string | null,
  launchedBefore: string | null,
  /** The place in the site's part of the index after which to begin. */
  after: number,
];
export const parameters = (
  { expression, siteId, updatedSince, launchedSince, launchedBefore }: Matched,
  after = -1,
): Parameters => [expression, siteId, updatedSince, launchedSince, launchedBefore, after];

const listingId = listingIdOf("listing_search.rowid");
/** SQL for the rows of the index that `Parameters` match, best first as far as votes say. */
export const matching = `FROM listing_search WHERE listing_search MATCH ?1
  AND listing_search.rowid > (?2 << 53) + ?6 AND listing_search.rowid <= (?2 << 53) + ${lastPlace}
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.updated_at >= ?3))
  AND (?4 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at >= ?4))
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at < ?5))`;
/** The same as listings. */
export const matches = `SELECT ${listingId} AS id ${matching}`;
const countQuery = preparedSql<{ count: number }, [...Parameters, limit: number]>(
  `SELECT count(*) AS count FROM (SELECT 1 ${matching} LIMIT ?7)`,
);

export async function countMatches(db: Db, matched: Matched, expression: string, limit: number): Promise<number> {
  return (await countQuery.get(db, ...parameters({ ...matched, expression }), limit + 1))!.count;
}
