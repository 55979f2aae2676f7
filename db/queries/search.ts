import { type Db, preparedSql } from "../store.ts";
import { countLimit, depthLimit } from "./limits.ts";
import { type Filters, filterExpression, filtersOnly, without } from "./search-match.ts";
import { allFound, planSearch, type SearchPlan } from "./search-plan.ts";
import { inSite, listingIdOf } from "./search-text.ts";
import type { Replacing, Vocabulary } from "./search-topics.ts";

export type SearchSort = "relevance" | "newest" | "votes" | "dr";

export interface SearchQuery extends Filters {
  q?: string;
  sort: SearchSort;
  limit: number;
  offset: number;
  now: Date;
  vocabulary?: Vocabulary;
  /** Asked for in place of the words. */
  replacing?: Replacing;
}

/** What a search matched, to count over: a MATCH expression, its site and the exact times its days and weeks only come near to. */
export interface Matched {
  expression: string;
  siteId: number;
  updatedSince: string | null;
  launchedSince: string | null;
  launchedBefore: string | null;
}

export interface SearchHits {
  ids: number[];
  /** Exact up to as many as are counted; one more where there are more. */
  total: number;
  isCapped: boolean;
  /** How many matches are counted at most. */
  counted: number;
  hasMore: boolean;
  /** Null where nothing can match. */
  matched: Matched | null;
  /** The words as they were read, where some of them were taken for others. */
  read?: string;
}

/** Where a search stops. */
export interface SearchLimits {
  depth: number;
  /** Up to here all matches are sorted; beyond, so many match that walking the sort order meets a page of them soon. */
  sorted: number;
  /** Up to here matches are counted. */
  counted: number;
}
const standardLimits: SearchLimits = { depth: depthLimit, sorted: 10_000, counted: countLimit };

/** Finds live listings of a site; see search-plan.ts for what matches and in which order. */
export async function searchListings(db: Db, query: SearchQuery, limits = standardLimits): Promise<SearchHits> {
  const filters = filterExpression(query, query.now);
  const q = query.q?.trim() ?? "";
  const browsing = filtersOnly(query.siteId, filters);
  const plan =
    q === ""
      ? { tiers: [[browsing]], most: browsing, others: null }
      : await planSearch(db, q, {
          siteId: query.siteId,
          filters,
          isRanked: query.sort === "relevance",
          vocabulary: query.vocabulary,
          replacing: query.replacing,
        });
  return plan === null
    ? { ids: [], total: 0, isCapped: false, counted: limits.counted, hasMore: false, matched: null }
    : page(db, query, plan, limits);
}

async function page(db: Db, query: SearchQuery, plan: SearchPlan, limits: SearchLimits): Promise<SearchHits> {
  const { siteId, sort, offset } = query;
  const matched: Matched = {
    expression: allFound(plan),
    siteId,
    updatedSince: query.updatedSince ?? null,
    launchedSince: query.launchedSince ?? null,
    launchedBefore: query.launchedBefore ?? null,
  };
  // One more than is served says whether there are more.
  const end = Math.min(offset + query.limit + 1, limits.depth);
  const { ids, counted } =
    sort === "newest" || sort === "dr"
      ? await sorted(db, matched, plan.most, sort, { offset, end, limits })
      : await tiered(db, matched, sort === "votes" ? { ...plan, tiers: [[matched.expression]] } : plan, {
          offset,
          end,
          limits,
        });
  return {
    ids: ids.slice(0, query.limit),
    total: Math.min(counted, limits.counted + 1),
    isCapped: counted > limits.counted,
    counted: limits.counted,
    hasMore: ids.length > query.limit,
    matched,
    ...(plan.read !== undefined && { read: plan.read }),
  };
}

interface Window {
  offset: number;
  end: number;
  limits: SearchLimits;
}

interface Found {
  ids: number[];
  counted: number;
}

/** Goes through the kinds of match from the best on, and only as far as the page needs. */
async function tiered(
  db: Db,
  matched: Matched,
  { tiers, most, others }: SearchPlan,
  { offset, end, limits }: Window,
): Promise<Found> {
  const found = new Set<number>();
  // What most listings match, where the tiers came to asking for them: as many as are counted, or all there are.
  let counted: number | undefined;
  async function ask(expression: string): Promise<{ id: number }[]> {
    const isCounted = expression === most;
    const limit = isCounted ? Math.max(end, limits.counted + 1) : end;
    const rows = await matchesQuery.all(db, ...parameters({ ...matched, expression }), limit);
    if (isCounted) counted = rows.length;
    return rows;
  }
  // A wider kind finds the listings of better kinds again, so that up to `end` of them may have to be passed.
  const add = (rows: { id: number }[]) => {
    for (const { id } of rows) if (found.size < end) found.add(id);
  };
  for (const nested of offset < end ? tiers : []) {
    const widest = await ask(nested.at(-1)!);
    // Where the widest finds nothing, the kinds within it find nothing either.
    if (widest.length > 0) for (const narrower of nested.slice(0, -1)) add(await ask(narrower));
    add(widest);
    if (found.size === end) break;
  }
  const isComplete = offset < end && found.size < end;
  return {
    ids: [...found].slice(offset),
    counted: isComplete
      ? found.size
      : await withOthers(
          db,
          matched,
          { most, others },
          counted ?? (await countMatches(db, matched, most, limits.counted)),
          limits,
        ),
  };
}

/** Adds what the others match; what is quick to ask about mostly reaches the limit by itself. */
async function withOthers(
  db: Db,
  matched: Matched,
  { most, others }: Pick<SearchPlan, "most" | "others">,
  counted: number,
  limits: SearchLimits,
): Promise<number> {
  if (counted > limits.counted || others === null) return counted;
  return counted + (await countMatches(db, matched, without(others, most), limits.counted - counted));
}

async function sorted(
  db: Db,
  matched: Matched,
  most: string,
  sort: keyof typeof orders,
  { offset, end, limits }: Window,
): Promise<Found> {
  const countedUpTo = Math.max(limits.sorted, limits.counted);
  const counted = await countMatches(db, matched, matched.expression, countedUpTo);
  if ((counted <= offset && counted <= countedUpTo) || end <= offset) return { ids: [], counted };
  const rows =
    counted <= limits.sorted
      ? await sortQueries[sort].all(db, ...parameters(matched), end - offset, offset)
      : await walkQueries[sort].all(db, ...parameters({ ...matched, expression: most }), end - offset, offset);
  return { ids: rows.map((row) => row.id), counted };
}

async function countMatches(db: Db, matched: Matched, expression: string, limit: number): Promise<number> {
  return (await countQuery.get(db, ...parameters({ ...matched, expression }), limit + 1))!.count;
}

export type Parameters = [
  expression: string,
  siteId: number,
  updatedSince: string | null,
  launchedSince: string | null,
  launchedBefore: string | null,
];
export const parameters = ({
  expression,
  siteId,
  updatedSince,
  launchedSince,
  launchedBefore,
}: Matched): Parameters => [expression, siteId, updatedSince, launchedSince, launchedBefore];

const listingId = listingIdOf("listing_search.rowid");
/** SQL for the matches of `Parameters`, best first as far as votes say. */
export const matches = `SELECT ${listingId} AS id FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")}
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.updated_at >= ?3))
  AND (?4 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at >= ?4))
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM listings b WHERE b.id = ${listingId} AND b.launched_at < ?5))`;
const matchesQuery = preparedSql<{ id: number }, [...Parameters, limit: number]>(`${matches} LIMIT ?6`);
const countQuery = preparedSql<{ count: number }, [...Parameters, limit: number]>(
  `SELECT count(*) AS count FROM (${matches} LIMIT ?6)`,
);

const orders = { newest: "l.created_at DESC, l.id DESC", dr: "l.rating DESC, l.id" };
const pageOf = (from: string, order: string) =>
  preparedSql<{ id: number }, [...Parameters, limit: number, offset: number]>(
    `SELECT l.id FROM ${from} ORDER BY ${order} LIMIT ?6 OFFSET ?7`,
  );
const sorting = `(${matches}) m JOIN listings l ON l.id = m.id`;
const sortQueries = { newest: pageOf(sorting, orders.newest), dr: pageOf(sorting, orders.dr) };
const walking = `listings l WHERE l.site_id = ?2 AND l.status = 'live' AND (?3 IS NULL OR l.updated_at >= ?3)
  AND (?4 IS NULL OR l.launched_at >= ?4) AND (?5 IS NULL OR l.launched_at < ?5)
  AND EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH ?1 AND rowid = l.search_key)`;
const walkQueries = { newest: pageOf(walking, orders.newest), dr: pageOf(walking, orders.dr) };
