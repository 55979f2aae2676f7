import { cachedUntilCommit, type Db, preparedSql } from "../../store/store.ts";
import { type Matched, matches, type Parameters, parameters } from "./search-matched.ts";

export interface FacetCount {
  value: string;
  count: number;
}
export type Facets = Record<"category" | "tag" | "pricing" | "platform", FacetCount[]>;

const facetsQuery = preparedSql<
  { kind: keyof Facets | "all"; value: string; count: number },
  [...Parameters, counted: number]
>(`
  WITH hits AS MATERIALIZED (
    ${matches}
    LIMIT ?8),
  -- A listing counts once for a category and for the one above it, as the filter finds it.
  filed AS (SELECT hits.id, lc.category_id FROM hits JOIN listing_categories lc ON lc.listing_id = hits.id
    UNION SELECT hits.id, k.parent_id FROM hits JOIN listing_categories lc ON lc.listing_id = hits.id
    JOIN categories k ON k.id = lc.category_id WHERE k.parent_id IS NOT NULL)
  SELECT 'all' AS kind, '' AS value, count(*) AS count FROM hits
  UNION ALL SELECT 'category', k.slug, count(*)
    FROM filed JOIN categories k ON k.id = filed.category_id GROUP BY k.id
  UNION ALL SELECT 'tag', t.tag, count(*) FROM hits JOIN listing_tags t ON t.listing_id = hits.id GROUP BY t.tag
  UNION ALL SELECT 'pricing', c.pricing, count(*) FROM hits JOIN listings l ON l.id = hits.id
    JOIN companies c ON c.id = l.company_id WHERE c.pricing IS NOT NULL GROUP BY c.pricing
  -- The filter ignores case, so spellings that differ in case count together, under the commonest one: SQLite takes
  -- value from the row of max().
  UNION ALL SELECT 'platform', value, count FROM (
    SELECT value, sum(spelt) AS count, max(spelt) FROM (
      SELECT p.value AS value, count(*) AS spelt FROM hits JOIN listings l ON l.id = hits.id
      JOIN companies c ON c.id = l.company_id, json_each(c.platforms) p GROUP BY p.value)
    GROUP BY value COLLATE NOCASE)
  ORDER BY 3 DESC, 2`);
const valuesPerFacet = 30;

/** Counts the values of the first `counted` matches. */
export async function searchFacets(
  db: Db,
  { matched, counted }: { matched: Matched | null; counted: number },
): Promise<{ facets: Facets; areCapped: boolean }> {
  const facets: Facets = { category: [], tag: [], pricing: [], platform: [] };
  if (matched === null) return { facets, areCapped: false };
  return cachedUntilCommit(db, JSON.stringify(["facets", matched, counted]), async () => {
    let all = 0;
    for (const { kind, value, count } of await facetsQuery.all(db, ...parameters(matched), counted))
      if (kind === "all") all = count;
      else if (facets[kind].length < valuesPerFacet) facets[kind].push({ value, count });
    return { facets, areCapped: all === counted };
  });
}
