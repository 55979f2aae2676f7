import { type Db, oncePerCommit, preparedSql } from "../store.ts";
import { inSite, lastPlace } from "./search-text.ts";

const firstMatch = preparedSql<{ found: 1 }, [string, number]>(
  `SELECT 1 AS found FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT 1`,
);
const matchCount = preparedSql<Counted, [string, number, number]>(`
  SELECT count(*) AS count, min(place) AS first, max(place) AS last FROM (
    SELECT rowid & ${lastPlace} AS place FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3)`);
const knownTokens = preparedSql<{ at: number }, [string, number]>(`
  SELECT j.key AS at FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH j.value) LIMIT ?`);

export const hasMatch = async (db: Db, siteId: number, expression: string): Promise<boolean> =>
  (await firstMatch.get(db, expression, siteId)) !== null;

/** How many match, and the first and the last of their places in the site's part of the index; null where none does. */
export interface Counted {
  count: number;
  first: number | null;
  last: number | null;
}

/** Different queries count the same words. */
export const countPlaces = (db: Db, siteId: number, expression: string, limit: number): Promise<Counted> =>
  oncePerCommit(
    db,
    `count ${siteId} ${limit} ${expression}`,
    async () => (await matchCount.get(db, expression, siteId, limit))!,
  );

export const countUpTo = async (db: Db, siteId: number, expression: string, limit: number): Promise<number> =>
  (await countPlaces(db, siteId, expression, limit)).count;

/** All places of matches that were counted; null where those between the first and the last are not known. */
export const placesOf = ({ count, first, last }: Counted): number[] | null =>
  count > 2 ? null : [first, last].filter((place) => place !== null).slice(0, count);

/** Those of the words that the index has anywhere, or where the mark says; `most` of them at most. */
export async function knownAmong(db: Db, written: readonly string[], mark = "", most = -1): Promise<string[]> {
  const expressions = JSON.stringify(written.map((each) => `"${mark}${each}"`));
  return (await knownTokens.all(db, expressions, most)).map(({ at }) => written[at]!);
}
