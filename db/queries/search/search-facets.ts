import { cachedUntilCommit, type Db, preparedSql } from "../../store/store.ts";
import { type FactFilter, factFilters, licenseIds } from "./search-facts.ts";
import { type Matched, matches, type Parameters, parameters } from "./search-matched.ts";

export interface FacetCount {
  value: string;
  count: number;
}
/** Prices have too many values to count. */
const isCounted = (name: FactFilter): name is Exclude<FactFilter, "price_max"> => name !== "price_max";
export const facetNames = [
  ...(["category", "tag", "pricing", "platform"] as const),
  ...factFilters.filter(isCounted),
] as const;
export type Facet = (typeof facetNames)[number];
export type Facets = Record<Facet, FacetCount[]>;

const facetsQuery = preparedSql<
  { kind: Facet | "all"; value: string; count: number },
  [...Parameters, counted: number]
>(`
  WITH hits AS MATERIALIZED (
    ${matches}
    LIMIT ?8),
  -- A listing counts once for a category and for the one above it, as the filter finds it.
  filed AS (SELECT hits.id, lc.category_id FROM hits JOIN listing_categories lc ON lc.listing_id = hits.id
    UNION SELECT hits.id, k.parent_id FROM hits JOIN listing_categories lc ON lc.listing_id = hits.id
    JOIN categories k ON k.id = lc.category_id WHERE k.parent_id IS NOT NULL),
  made AS MATERIALIZED (SELECT hits.id, c.pricing, c.platforms, c.license, c.self_hosted, c.api_url, c.mcp_url,
      c.sso, c.languages, EXISTS (SELECT 1 FROM json_each(c.plans) WHERE value->>'price' = 0) AS is_free
    FROM hits JOIN listings l ON l.id = hits.id JOIN companies c ON c.id = l.company_id)
  SELECT 'all' AS kind, '' AS value, count(*) AS count FROM hits
  UNION ALL SELECT 'category', k.slug, count(*)
    FROM filed JOIN categories k ON k.id = filed.category_id GROUP BY k.id
  UNION ALL SELECT 'tag', t.tag, count(*) FROM hits JOIN listing_tags t ON t.listing_id = hits.id GROUP BY t.tag
  UNION ALL SELECT 'pricing', pricing, count(*) FROM made WHERE pricing IS NOT NULL GROUP BY pricing
  -- The filter ignores case, so spellings that differ in case count together, under the commonest one: SQLite takes
  -- value from the row of max().
  UNION ALL SELECT 'platform', value, count FROM (
    SELECT value, sum(spelt) AS count, max(spelt) FROM (
      SELECT p.value AS value, count(*) AS spelt FROM made, json_each(made.platforms) p GROUP BY p.value)
    GROUP BY value COLLATE NOCASE)
  UNION ALL SELECT 'license', license, count(*) FROM made WHERE license <> '' GROUP BY license
  UNION ALL SELECT 'self_hosted', self_hosted, count(*) FROM made WHERE self_hosted IS NOT NULL GROUP BY self_hosted
  UNION ALL SELECT 'has_api', 'true', count(*) FROM made WHERE api_url <> '' HAVING count(*) > 0
  UNION ALL SELECT 'has_mcp', 'true', count(*) FROM made WHERE mcp_url <> '' HAVING count(*) > 0
  UNION ALL SELECT 'sso', 'true', count(*) FROM made WHERE sso IN ('yes', 'paid') HAVING count(*) > 0
  UNION ALL SELECT 'free_plan', 'true', count(*) FROM made WHERE is_free HAVING count(*) > 0
  -- A filter for a language also finds its regional forms.
  UNION ALL SELECT 'language', substr(s.value, 1, instr(s.value || '-', '-') - 1), count(DISTINCT made.id)
    FROM made, json_each(made.languages) s GROUP BY 2
  ORDER BY 3 DESC, 2`);
const valuesPerFacet = 30;

const noCounts = () => Object.fromEntries(facetNames.map((name): [Facet, FacetCount[]] => [name, []])) as Facets;

/** Counts the values of the first `counted` matches. */
export async function searchFacets(
  db: Db,
  { matched, counted }: { matched: Matched | null; counted: number },
): Promise<{ facets: Facets; areCapped: boolean }> {
  if (matched === null) return { facets: noCounts(), areCapped: false };
  return cachedUntilCommit(db, JSON.stringify(["facets", matched, counted]), async () => {
    const facets = noCounts();
    const licenses = new Map<string, number>();
    let all = 0;
    for (const { kind, value, count } of await facetsQuery.all(db, ...parameters(matched), counted))
      if (kind === "all") all = count;
      else if (kind === "license")
        for (const id of licenseIds(value)) licenses.set(id, (licenses.get(id) ?? 0) + count);
      else if (facets[kind].length < valuesPerFacet) facets[kind].push({ value, count });
    facets.license = [...licenses]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, valuesPerFacet);
    return { facets, areCapped: all === counted };
  });
}
