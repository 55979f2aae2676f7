import { type Db, preparedSql } from "../store.ts";
import { inSite } from "./search-text.ts";

const firstMatch = preparedSql<{ found: 1 }, [string, number]>(
  `SELECT 1 AS found FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT 1`,
);
const matchCount = preparedSql<{ count: number }, [string, number, number]>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3)`,
);
const knownTokens = preparedSql<{ at: number }, [string, number]>(`
  SELECT j.key AS at FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH j.value) LIMIT ?`);

export const hasMatch = async (db: Db, siteId: number, expression: string): Promise<boolean> =>
  (await firstMatch.get(db, expression, siteId)) !== null;

export const countUpTo = async (db: Db, siteId: number, expression: string, limit: number): Promise<number> =>
  (await matchCount.get(db, expression, siteId, limit))!.count;

const together = 64;

/**
 * Those of the words that the index has anywhere, or where the mark says; `most` of them at most. Nearly all of them
 * are words of no language: asked for many at a time, they take a tenth.
 */
export async function knownAmong(db: Db, written: readonly string[], mark = "", most = -1): Promise<string[]> {
  const groups: string[][] = [];
  for (let at = 0; at < written.length; at += together) groups.push(written.slice(at, at + together));
  const expressions = groups.map((group) => group.map((each) => `"${mark}${each}"`));
  const known = await knownTokens.all(db, JSON.stringify(expressions.map((each) => each.join(" OR "))), -1);
  const near = known.flatMap(({ at }) => groups[at]!);
  const each = await knownTokens.all(db, JSON.stringify(known.flatMap(({ at }) => expressions[at]!)), most);
  return each.map(({ at }) => near[at]!);
}
