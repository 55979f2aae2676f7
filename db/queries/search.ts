import { type Db, prepared } from "../store.ts";
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

export const countLimit = 1000;

/** Where a search stops; results past `depth` are not served: narrow the search instead. */
export interface SearchLimits {
  depth: number;
  /** Up to here all matches are sorted; beyond, so many match that walking the sort order meets a page of them soon. */
  sorted: number;
}
const standardLimits: SearchLimits = { depth: 10_000, sorted: 10_000 };

/** Finds live listings of a site; see search-plan.ts for what matches and in which order. */
export async function searchListings(db: Db, query: SearchQuery, limits = standardLimits): Promise<SearchHits> {
  const filters = filterExpression(query, query.now);
  const q = query.q?.trim() ?? "";
  const browsing = filtersOnly(filters);
  const plan =
    q === ""
      ? { tiers: [browsing], all: browsing }
      : await planSearch(db, q, { siteId: query.siteId, filters, isRanked: query.sort === "relevance" });
  return plan === null ? { ids: [], total: 0, hasMore: false, matched: null } : page(db, query, plan, limits);
}

function page(db: Db, query: SearchQuery, { tiers, all }: SearchPlan, limits: SearchLimits): SearchHits {
  const { sort, offset } = query;
  const updatedSince = query.updatedSince ?? null;
  // One more than is served says whether there are more.
  const end = Math.min(offset + query.limit + 1, limits.depth);
  const { rows, counted } =
    sort === "newest" || sort === "dr"
      ? sorted(db, { sort, siteId: query.siteId, all, updatedSince, offset, end, sortLimit: limits.sorted })
      : tiered(db, { tiers: sort === "relevance" ? tiers : [all], all, updatedSince, offset, end });
  return {
    ids: rows.slice(0, query.limit),
    total: Math.min(counted, countLimit + 1),
    hasMore: rows.length > query.limit,
    matched: { expression: all, updatedSince },
  };
}

interface Span {
  all: string;
  updatedSince: string | null;
  /** Places in the order, `end` exclusive. */
  offset: number;
  end: number;
}

/** Goes through the kinds of match from the best on, and only as far as the page needs. */
function tiered(db: Db, { tiers, all, updatedSince, offset, end }: Span & { tiers: string[] }) {
  const isBounded = updatedSince !== null;
  const found = new Set<number>();
  const select = statement(db, `${matching(isBounded)} LIMIT ?`);
  for (const tier of offset < end ? tiers : []) {
    // A wider kind finds the listings of better kinds again, so that up to `end` of them may have to be passed.
    for (const { id } of select.all(...parameters(tier, updatedSince), end)) if (found.size < end) found.add(id);
    if (found.size === end) break;
  }
  const isComplete = offset < end && found.size < end;
  return {
    rows: [...found].slice(offset),
    counted: isComplete ? found.size : countTiers(db, tiers, all, updatedSince),
  };
}

// The widest kind of match alone is counted fast and mostly reaches the limit.
function countTiers(db: Db, tiers: string[], all: string, updatedSince: string | null): number {
  const widest = countMatches(db, tiers.at(-1)!, updatedSince, countLimit);
  return tiers.length === 1 || widest > countLimit ? widest : countMatches(db, all, updatedSince, countLimit);
}

function sorted(
  db: Db,
  span: Span & { sort: keyof typeof orders; siteId: number; sortLimit: number },
): { rows: number[]; counted: number } {
  const { sort, siteId, all, updatedSince, offset, end, sortLimit } = span;
  const isBounded = updatedSince !== null;
  const counted = countMatches(db, all, updatedSince, Math.max(sortLimit, countLimit));
  if (counted <= offset || end <= offset) return { rows: [], counted };
  const found =
    counted <= sortLimit
      ? statement(db, sortSql(sort, isBounded)).all(...parameters(all, updatedSince), end - offset, offset)
      : statement(db, walkSql(sort, isBounded)).all(siteId, ...parameters(all, updatedSince), end - offset, offset);
  return { rows: found.map((row) => row.id), counted };
}

const parameters = (expression: string, updatedSince: string | null) =>
  updatedSince === null ? [expression] : [expression, updatedSince];

const idOfKey = "listing_search.rowid & 4294967295";
const bound = `AND EXISTS (SELECT 1 FROM listings b WHERE b.id = ${idOfKey} AND b.updated_at >= ?)`;
const matching = (isBounded: boolean) =>
  `SELECT ${idOfKey} AS id FROM listing_search WHERE listing_search MATCH ?${isBounded ? ` ${bound}` : ""}`;

const orders = { newest: "l.created_at DESC, l.id DESC", dr: "l.rating DESC, l.id" };
const sortSql = (sort: keyof typeof orders, isBounded: boolean) =>
  `SELECT l.id FROM (${matching(isBounded)}) m JOIN listings l ON l.id = m.id ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`;
const walkSql = (sort: keyof typeof orders, isBounded: boolean) =>
  `SELECT l.id FROM listings l WHERE l.site_id = ? AND l.status = 'live' AND EXISTS (
     SELECT 1 FROM listing_search WHERE listing_search MATCH ? AND listing_search.rowid = l.search_key${isBounded ? ` ${bound}` : ""})
   ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`;

function countMatches(db: Db, expression: string, updatedSince: string | null, limit: number): number {
  const sql = `SELECT count(*) AS id FROM (${matching(updatedSince !== null)} LIMIT ?)`;
  return statement(db, sql).get(...parameters(expression, updatedSince), limit + 1)!.id;
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
