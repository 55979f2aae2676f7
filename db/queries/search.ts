import { type Db, prepared } from "../store.ts";
import { countLimit, depthLimit } from "./limits.ts";
import { type Filters, filterExpression, filtersOnly } from "./search-match.ts";
import { planSearch, type SearchPlan } from "./search-plan.ts";

export type SearchSort = "relevance" | "newest" | "votes" | "dr";

export interface SearchQuery extends Filters {
  q?: string;
  sort: SearchSort;
  limit: number;
  offset: number;
  now: Date;
}

/** What a search matched, to count over: a MATCH expression and the exact time its day only comes near to. */
export interface Matched {
  expression: string;
  updatedSince: string | null;
}

export interface SearchHits {
  ids: number[];
  /** Exact up to `countLimit`; `countLimit + 1` says "more". */
  total: number;
  hasMore: boolean;
  /** Null where nothing can match. */
  matched: Matched | null;
}

/** Where a search stops; results past `depth` are not served: narrow the search instead. */
export interface SearchLimits {
  depth: number;
  /** Up to here all matches are sorted; beyond, so many match that walking the sort order meets a page of them soon. */
  sorted: number;
}
const standardLimits: SearchLimits = { depth: depthLimit, sorted: 10_000 };

/** Finds live listings of a site; see search-plan.ts for what matches and in which order. */
export async function searchListings(db: Db, query: SearchQuery, limits = standardLimits): Promise<SearchHits> {
  const filters = filterExpression(query, query.now);
  const q = query.q?.trim() ?? "";
  const browsing = filtersOnly(filters);
  const plan =
    q === ""
      ? { tiers: [browsing], all: browsing, most: browsing }
      : await planSearch(db, q, { siteId: query.siteId, filters, isRanked: query.sort === "relevance" });
  return plan === null ? { ids: [], total: 0, hasMore: false, matched: null } : page(db, query, plan, limits);
}

function page(db: Db, query: SearchQuery, { tiers, all, most }: SearchPlan, limits: SearchLimits): SearchHits {
  const { sort, offset } = query;
  const updatedSince = query.updatedSince ?? null;
  const isBounded = updatedSince !== null;
  const params = (expression: string) => (isBounded ? [expression, updatedSince] : [expression]);
  const limit = Math.max(0, Math.min(query.limit + 1, limits.depth - offset));
  const isSorted = sort === "newest" || sort === "dr";
  const countUpTo = isSorted ? Math.max(limits.sorted, countLimit) : countLimit;
  const counted = countMatches(db, params(all), isBounded, countUpTo);
  let rows: { id: number }[] = [];
  if ((counted > offset || counted > countUpTo) && limit > 0) {
    if (sort === "relevance")
      rows = statement(db, tierSql(tiers.length, isBounded)).all(...tiers.flatMap(params), limit, offset);
    else if (!isSorted) rows = statement(db, tierSql(1, isBounded)).all(...params(all), limit, offset);
    else if (counted <= limits.sorted)
      rows = statement(db, sortSql(sort, isBounded)).all(...params(all), limit, offset);
    else rows = statement(db, walkSql(sort, isBounded)).all(query.siteId, ...params(most), limit, offset);
  }
  const ids = rows.slice(0, query.limit).map((row) => row.id);
  return {
    ids,
    total: Math.min(counted, countLimit + 1),
    hasMore: rows.length > query.limit,
    matched: { expression: all, updatedSince },
  };
}

const idOfKey = "listing_search.rowid & 4294967295";
const bound = `AND EXISTS (SELECT 1 FROM listings b WHERE b.id = ${idOfKey} AND b.updated_at >= ?)`;
const matching = (isBounded: boolean) =>
  `SELECT ${idOfKey} AS id FROM listing_search WHERE listing_search MATCH ?${isBounded ? ` ${bound}` : ""}`;

// UNION ALL gives its parts one after the other and stops at the limit, so a part is only looked at when it is needed.
const tierSql = (tiers: number, isBounded: boolean) =>
  `${Array.from({ length: tiers }, () => matching(isBounded)).join(" UNION ALL ")} LIMIT ? OFFSET ?`;

const orders = { newest: "l.created_at DESC, l.id DESC", dr: "l.rating DESC, l.id" };
const orderOf = (sort: SearchSort) => (sort === "dr" ? orders.dr : orders.newest);
const sortSql = (sort: SearchSort, isBounded: boolean) =>
  `SELECT l.id FROM (${matching(isBounded)}) m JOIN listings l ON l.id = m.id ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`;
const walkSql = (sort: SearchSort, isBounded: boolean) =>
  `SELECT l.id FROM listings l WHERE l.site_id = ? AND l.status = 'live' AND EXISTS (
     SELECT 1 FROM listing_search WHERE listing_search MATCH ? AND listing_search.rowid = l.search_key${isBounded ? ` ${bound}` : ""})
   ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`;

function countMatches(db: Db, parameters: string[], isBounded: boolean, limit: number): number {
  return statement(db, `SELECT count(*) AS id FROM (${matching(isBounded)} LIMIT ?)`).get(...parameters, limit + 1)!.id;
}

const statements = prepared((db) => {
  const bySql = new Map<string, ReturnType<typeof build>>();
  const build = (sql: string) => db.$client.prepare<{ id: number }, (string | number | null)[]>(sql);
  return (sql: string) => {
    const known = bySql.get(sql);
    if (known) return known;
    const built = build(sql);
    bySql.set(sql, built);
    return built;
  };
});
const statement = (db: Db, sql: string) => statements(db)(sql);
