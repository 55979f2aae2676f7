import { cachedUntilCommit, type Db, preparedSql } from "../../store/store.ts";
import { inSite, lastPlace } from "./search-text.ts";

const firstMatch = preparedSql<{ found: 1 }, [string, number]>(
  `SELECT 1 AS found FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT 1`,
);
const matchCount = preparedSql<{ count: number }, [string, number, number]>(`SELECT count(*) AS count FROM (
  SELECT 1 FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3)`);
const placesQuery = preparedSql<{ places: string }, [string, number, number]>(`
  SELECT json_group_array(place) AS places FROM (
    SELECT rowid & ${lastPlace} AS place FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3)`);
const knownTokens = preparedSql<{ at: number }, [string, number]>(`
  SELECT j.key AS at FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH j.value) LIMIT ?`);

export const hasMatch = async (db: Db, siteId: number, expression: string): Promise<boolean> =>
  (await firstMatch.get(db, expression, siteId)) !== null;

/** Counts are cached, because different queries count the same words. */
export const countUpTo = (db: Db, siteId: number, expression: string, limit: number): Promise<number> =>
  cachedUntilCommit(
    db,
    `count ${siteId} ${limit} ${expression}`,
    async () => (await matchCount.get(db, expression, siteId, limit))!.count,
  );

export interface FirstPlaces {
  places: number[];
  isAll: boolean;
}

/** Returns the first matches, at most `limit`. */
export async function firstPlaces(db: Db, siteId: number, expression: string, limit: number): Promise<FirstPlaces> {
  const found = await placesQuery.get(db, expression, siteId, limit);
  const places = JSON.parse(found!.places) as number[];
  return { places, isAll: places.length < limit };
}

/** Returns at most `most` of the given words that occur in the index, either anywhere or with the given mark. */
export async function knownAmong(db: Db, written: readonly string[], mark = "", most = -1): Promise<string[]> {
  const expressions = JSON.stringify(written.map((each) => `"${mark}${each}"`));
  return (await knownTokens.all(db, expressions, most)).map(({ at }) => written[at]!);
}
