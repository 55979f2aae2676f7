import { type Db, preparedSql } from "../../store/store.ts";
import { countLimit, depthLimit } from "../common/limits.ts";
import { exactTimes, type Filters, filterExpressions, filtersOnly } from "./search-filters.ts";
import { oneOf, without } from "./search-match.ts";
import {
  type CursorPosition,
  countMatches,
  type Found,
  type Matched,
  matching,
  type Parameters,
  parameters,
  type SearchLimits,
  type Window,
} from "./search-matched.ts";
import { allFound, type LeftOut, planSearch, type SearchPlan } from "./search-plan.ts";
import { type FieldSort, isFieldSort, sortedPage } from "./search-sorted.ts";
import { idOfPlace, lastPlace } from "./search-text.ts";
import type { Replacing, Vocabulary } from "./search-topics.ts";
import type { Correction } from "./search-written.ts";

export type SearchSort = "relevance" | "votes" | FieldSort;

export interface SearchQuery extends Filters {
  q?: string;
  sort: SearchSort;
  limit: number;
  offset: number;
  /** The position after which the page starts, instead of `offset`. */
  after?: CursorPosition;
  now: Date;
  vocabulary?: Vocabulary;
  replacing?: Replacing;
  /** The number of matches, if it is already stored. */
  knownTotal?: number;
}

/**
 * Thrown if the cursor refers to a kind of match that the search no longer uses, because other listings have changed.
 */
export class LostPlace extends Error {}

export interface SearchHits {
  ids: number[];
  /** The number of matches, counted up to the limit. */
  total: number;
  /** Whether there are more. */
  isCapped: boolean;
  hasMore: boolean;
  next: CursorPosition | null;
  matched: Matched | null;
  corrected: readonly Correction[];
  leftOut: readonly LeftOut[];
  /** Whether even the best match has only a part of the words. */
  isNotClose: boolean;
}

const standardLimits: SearchLimits = { depth: depthLimit, sorted: 10_000, sortedOfWords: 10_000, counted: countLimit };

/** Finds a site's live listings; search-plan.ts decides what matches and in which order. Throws LostPlace. */
export async function searchListings(db: Db, query: SearchQuery, limits = standardLimits): Promise<SearchHits> {
  const filters = filterExpressions(query, query.now);
  const q = query.q?.trim() ?? "";
  const browsing = filtersOnly(query.siteId, filters);
  const plan =
    q === ""
      ? { tiers: [[browsing]], most: browsing, others: null, counted: query.knownTotal ?? null }
      : await planSearch(db, q, {
          siteId: query.siteId,
          filters,
          isRanked: query.sort === "relevance",
          vocabulary: query.vocabulary,
          replacing: query.replacing,
          counted: limits.counted,
        });
  return plan === null ? nothing : page(db, query, plan, limits);
}

const nothing = {
  ids: [],
  total: 0,
  isCapped: false,
  hasMore: false,
  next: null,
  matched: null,
  corrected: [],
  leftOut: [],
  isNotClose: false,
};

async function page(db: Db, query: SearchQuery, plan: SearchPlan, limits: SearchLimits): Promise<SearchHits> {
  const { siteId, sort, offset, after, limit, knownTotal } = query;
  const matched: Matched = { expression: allFound(plan), siteId, only: plan.ranked, ...exactTimes(query) };
  const isServed = after !== undefined || offset + limit <= limits.depth;
  const window = { offset, after, length: isServed ? limit + 1 : Math.max(0, limits.depth - offset), limits };
  const { places, counted } = isFieldSort(sort)
    ? await sortedPage(db, matched, plan, sort, window)
    : plan.ranked && sort === "relevance"
      ? await rankedPage(db, matched, plan.ranked, window)
      : await tiered(db, matched, sort === "votes" ? { ...plan, tiers: [[matched.expression]] } : plan, window);
  const shown = places.slice(0, limit);
  const hasMore = places.length > limit;
  return {
    ids: shown.map(({ id }) => id),
    total: knownTotal ?? Math.min(counted, limits.counted),
    isCapped: knownTotal === undefined && counted > limits.counted,
    hasMore,
    next: hasMore ? shown.at(-1)!.place : null,
    matched,
    corrected: plan.corrected ?? [],
    leftOut: plan.leftOut ?? [],
    isNotClose: plan.isNotClose ?? false,
  };
}

async function rankedPage(db: Db, matched: Matched, ranked: readonly number[], window: Window): Promise<Found> {
  const { offset, after, length } = window;
  // The ranking does not know exact times.
  const passing = hasExactTimes(matched) ? new Set(await idsMatching(db, matched, ranked.length)) : null;
  const ids = passing ? ranked.filter((id) => passing.has(id)) : ranked;
  const from = after ? ids.indexOf(after[2]) + 1 : offset;
  if (after && from === 0) throw new LostPlace();
  return {
    places: ids.slice(from, from + length).map((id) => ({ id, place: ["ranked", null, id] satisfies CursorPosition })),
    counted: ids.length,
  };
}

/** Searches by one kind of match after another, best first, until the page is full. */
async function tiered(db: Db, matched: Matched, plan: SearchPlan, window: Window): Promise<Found> {
  const { offset, after, length, limits } = window;
  const found = new Map<number, CursorPosition>();
  const asked = new Set<string>();
  const end = after ? length : offset + length;
  const known = hasExactTimes(matched) ? undefined : plan.known;
  async function ask(expression: string, from = -1): Promise<readonly number[]> {
    const first = from < 0 ? known?.get(expression) : undefined;
    if (first && (first.isAll || first.places.length >= end)) return first.places.slice(0, end);
    const rows = await matchesQuery.all(db, ...parameters({ ...matched, expression }, from), end);
    return rows.map(({ key }) => key);
  }
  // A wider kind also finds the listings of better kinds, so up to `end` of them may have to be skipped.
  const add = (expression: string, keys: readonly number[]) => {
    const name = nameOf(expression);
    for (const key of keys) {
      const id = idOfPlace(key);
      if (found.size < end && !found.has(id)) found.set(id, [name, key, 0]);
    }
  };
  const countOfNew = (keys: readonly number[]) => keys.filter((key) => !found.has(idOfPlace(key))).length;
  if (after) {
    const kinds = [...new Set(plan.tiers.flat())];
    const first = kinds.findIndex((kind) => nameOf(kind) === after[0]);
    if (first < 0) throw new LostPlace();
    for (let i = first; i < kinds.length && found.size < end; i++) {
      const better = kinds.slice(0, i);
      const only = better.length === 0 ? kinds[i]! : without(`(${kinds[i]})`, `(${oneOf(better)})`);
      add(kinds[i]!, await ask(only, i === first ? Number(after[1]) : -1));
    }
  } else
    for (const nested of length > 0 ? plan.tiers : []) {
      // A plan with fewer words also contains the expression for all words, which has already run.
      if (asked.has(nested.at(-1)!)) continue;
      asked.add(nested.at(-1)!);
      const widest = await ask(nested.at(-1)!);
      // If the widest kind finds at most one new listing, the narrower kinds cannot change the order.
      for (const kind of nested.slice(0, -1))
        if (found.size < end && (widest.length === end || countOfNew(widest) > 1)) add(kind, await ask(kind));
      add(nested.at(-1)!, widest);
      if (found.size === end) break;
    }
  const places = [...found].map(([id, place]) => ({ id, place }));
  if (!after && length > 0 && found.size < end) return { places: places.slice(offset), counted: found.size };
  return {
    places: after ? places : places.slice(offset),
    counted: await countAll(db, matched, plan, limits.counted),
  };
}

/** Counts matches up to one above `limit`. The fast expression `most` alone usually finds that many. */
async function countAll(db: Db, matched: Matched, plan: SearchPlan, limit: number): Promise<number> {
  const { most, others } = plan;
  const { counted, countedOthers = null } = hasExactTimes(matched) ? { counted: null } : plan;
  const first = counted ?? (await countMatches(db, matched, most, limit));
  if (first > limit || others === null) return first;
  return first + (countedOthers ?? (await countMatches(db, matched, without(others, most), limit - first)));
}

const hasExactTimes = ({ updatedSince, launchedSince, launchedBefore }: Matched) =>
  (updatedSince ?? launchedSince ?? launchedBefore) !== null;

const nameOf = (expression: string) => Bun.hash(expression).toString(36).slice(0, 8);

const idsMatching = async (db: Db, matched: Matched, limit: number): Promise<number[]> =>
  (await matchesQuery.all(db, ...parameters(matched), limit)).map(({ key }) => idOfPlace(key));

const matchesQuery = preparedSql<{ key: number }, [...Parameters, limit: number]>(
  `SELECT listing_search.rowid & ${lastPlace} AS key ${matching} LIMIT ?8`,
);
