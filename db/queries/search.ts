import { type Db, prepared } from "../store.ts";
import {
  anyTier,
  type Filters,
  filterExpression,
  filtersOnly,
  mostWords,
  type QueryWord,
  queryWords,
  relevanceTiers,
  slips,
  someWord,
} from "./search-match.ts";
import { marks, singular } from "./search-text.ts";

export type SearchSort = "relevance" | "newest" | "votes" | "dr";

export interface SearchQuery extends Filters {
  q?: string;
  sort: SearchSort;
  limit: number;
  offset: number;
  now: Date;
}

export interface SearchHits {
  ids: number[];
  /** Exact up to `countLimit`; `countLimit + 1` says "more". */
  total: number;
  hasMore: boolean;
  /** The MATCH expression that found them, to count facets with. */
  expression: string;
}

export const countLimit = 1000;
/** Results past this many are not served: narrow the search instead. */
export const depthLimit = 10_000;
// Up to here all matches are sorted; beyond, so many match that walking the sort order meets a page of them soon.
const sortLimit = 10_000;

/** Finds live listings of a site; see search-match.ts for what matches and in which order. */
export async function searchListings(db: Db, query: SearchQuery): Promise<SearchHits> {
  const filters = filterExpression(query, query.now);
  const wanted = query.q === undefined ? [] : queryWords(query.q);
  if (query.q === undefined || wanted.length === 0) {
    if (query.q !== undefined && query.q.trim() !== "") return { ids: [], total: 0, hasMore: false, expression: "" };
    const expression = filtersOnly(filters);
    return page(db, query, [expression], expression);
  }
  const asked = wanted.map(
    (word, i): QueryWord => ({ written: word, forms: [singular(word)], isPrefix: i === wanted.length - 1 }),
  );
  const last = asked.at(-1)!;
  if (isKnown(db, { ...last, isPrefix: false })) last.isPrefix = false;
  let hits = await ranked(db, query, asked, filters);
  if (hits.total > 0) return hits;

  const corrected = asked.map(
    (word): QueryWord => (isKnown(db, word) ? word : { forms: corrections(db, word), isPrefix: false }),
  );
  const findable = corrected.filter((word) => word.forms.length > 0);
  if (findable.length === 0) return hits;
  hits = await ranked(db, query, findable, filters);
  if (hits.total > 0 || findable.length === 1) return hits;
  for (const relaxed of [mostWords(findable, filters), someWord(findable, filters)]) {
    hits = await page(db, query, [relaxed], relaxed);
    if (hits.total > 0) break;
  }
  return hits;
}

function ranked(db: Db, query: SearchQuery, wanted: QueryWord[], filters: string): Promise<SearchHits> {
  const all = anyTier(wanted, filters);
  return page(db, query, query.sort === "relevance" ? relevanceTiers(wanted, filters) : [all], all);
}

async function page(db: Db, query: SearchQuery, tiers: string[], all: string): Promise<SearchHits> {
  const bounds: Bounds = { minRating: query.minRating ?? null, updatedSince: query.updatedSince ?? null };
  const isBounded = bounds.minRating !== null || bounds.updatedSince !== null;
  const limit = Math.max(0, Math.min(query.limit + 1, depthLimit - query.offset));
  const isSorted = query.sort === "newest" || query.sort === "dr";
  const counted = countMatches(db, all, bounds, isSorted ? sortLimit : countLimit);
  let rows: { id: number }[] = [];
  if (counted > query.offset && limit > 0) {
    if (!isSorted)
      rows = statement(db, tierSql(tiers.length, isBounded)).all(
        ...tiers.flatMap((tier) => params(tier, bounds, isBounded)),
        limit,
        query.offset,
      );
    else if (counted <= sortLimit)
      rows = statement(db, sortSql(query.sort, isBounded)).all(...params(all, bounds, isBounded), limit, query.offset);
    else
      rows = statement(db, walkSql(query.sort, isBounded)).all(
        query.siteId,
        ...params(all, bounds, isBounded),
        limit,
        query.offset,
      );
  }
  const ids = rows.slice(0, query.limit).map((row) => row.id);
  return { ids, total: Math.min(counted, countLimit + 1), hasMore: rows.length > query.limit, expression: all };
}

interface Bounds {
  minRating: number | null;
  updatedSince: string | null;
}
const params = (expression: string, bounds: Bounds, isBounded: boolean) =>
  isBounded ? [expression, bounds.minRating, bounds.updatedSince] : [expression];

const idOfKey = "listing_search.rowid & 4294967295";
const bound = `AND EXISTS (SELECT 1 FROM listings b WHERE b.id = ${idOfKey}
  AND ifnull(b.rating, -1) >= ifnull(?, -1) AND b.updated_at >= ifnull(?, ''))`;
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

function countMatches(db: Db, expression: string, bounds: Bounds, limit: number): number {
  const isBounded = bounds.minRating !== null || bounds.updatedSince !== null;
  const sql = `SELECT count(*) AS id FROM (${matching(isBounded)} LIMIT ${limit + 1})`;
  return statement(db, sql).get(...params(expression, bounds, isBounded))!.id;
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

const hasWord = (db: Db, token: string) => statement(db, `${matching(false)} LIMIT 1`).get(`"${token}"`) !== null;
const isKnown = (db: Db, word: QueryWord) =>
  word.forms.some((form) => hasWord(db, form)) ||
  (word.isPrefix && statement(db, `${matching(false)} LIMIT 1`).get(`"${word.forms[0]}" *`) !== null);

/** Words one slip away that names have; where no name has one, those found anywhere. Short words have too many neighbours. */
function corrections(db: Db, word: QueryWord): string[] {
  const near = word.forms[0]!.length < 4 ? [] : slips(word.forms[0]!);
  const inNames = near.filter((form) => hasWord(db, marks.name + form));
  return (inNames.length > 0 ? inNames : near.filter((form) => hasWord(db, form))).slice(0, 20);
}
