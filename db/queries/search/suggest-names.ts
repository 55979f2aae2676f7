import { type Db, preparedSql } from "../../store/store.ts";
import { beginsWith, hasWords } from "./search-match.ts";
import { inSite, listingIdOf, marks, wholeName, words } from "./search-text.ts";

export interface SuggestedName {
  slug: string;
  name: string;
}

const namesQuery = preparedSql<SuggestedName, [string, number, number]>(`
  SELECT l.slug, c.name FROM (
    SELECT rowid AS key FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id`);

/**
 * Live listings whose names start with the typed text, then those that contain its words. The last word may be partial.
 */
export async function namesBeginning(db: Db, siteId: number, typed: string, limit: number): Promise<SuggestedName[]> {
  const found = words(typed);
  if (found.length === 0) return [];
  const starting = await namesQuery.all(db, beginsWith(marks.wholeName, wholeName(typed)), siteId, limit);
  if (starting.length === limit) return starting;
  const asked = found.map((word, i) => (i === found.length - 1 ? { forms: [], prefix: word } : { forms: [word] }));
  const within = await namesQuery.all(db, hasWords(asked, marks.name), siteId, limit);
  const known = new Set(starting.map(({ slug }) => slug));
  return [...starting, ...within.filter(({ slug }) => !known.has(slug))].slice(0, limit);
}
