import { type Db, preparedSql } from "../../store/store.ts";
import type { ExactTimes } from "./search-filters.ts";
import { lastPlace, listingIdOf } from "./search-text.ts";

export interface Matched extends ExactTimes {
  expression: string;
  siteId: number;
  /** If set, only these listings match. */
  only?: readonly number[] | undefined;
}

/** A cursor position in a search: the kind of match or the sort field, the last listing's sort key, and its id. */
export type CursorPosition = [by: string, key: string | number | null, id: number];

export interface SearchLimits {
  depth: number;
  /**
   * If at most this many listings match, all are sorted by the field. Otherwise, names that only start with the words
   * are left out.
   */
  sorted: number;
  /**
   * At most this many whole-word matches are sorted. If there are more, going through the listings in order is faster.
   */
  sortedOfWords: number;
  counted: number;
}
/** The requested part of the results. `length` includes one extra row, to find out whether another page follows. */
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
  /** The position in the site's part of the index after which the page starts. */
  after: number,
  only: string | null,
];
export const parameters = (
  { expression, siteId, updatedSince, launchedSince, launchedBefore, only }: Matched,
  after = -1,
): Parameters => [
  expression,
  siteId,
  updatedSince,
  launchedSince,
  launchedBefore,
  after,
  only ? JSON.stringify(only) : null,
];

const listingId = listingIdOf("listing_search.rowid");
/** SQL for the index rows matched by `Parameters`, most votes first. */
export const matching = `FROM listing_search WHERE listing_search MATCH ?1
  AND listing_search.rowid > (?2 << 53) + ?6 AND listing_search.rowid <= (?2 << 53) + ${lastPlace}
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.updated_at >= ?3))
  AND (?4 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at >= ?4))
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at < ?5))
  AND (?7 IS NULL OR ${listingId} IN (SELECT value FROM json_each(?7)))`;
export const matches = `SELECT ${listingId} AS id ${matching}`;
const countQuery = preparedSql<{ count: number }, [...Parameters, limit: number]>(
  `SELECT count(*) AS count FROM (SELECT 1 ${matching} LIMIT ?8)`,
);

export async function countMatches(db: Db, matched: Matched, expression: string, limit: number): Promise<number> {
  return (await countQuery.get(db, ...parameters({ ...matched, expression }), limit + 1))!.count;
}
