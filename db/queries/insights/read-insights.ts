import { otherClient } from "../../schema/insights.ts";
import { insightCounters } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { addWeeks, dayMs, weekOf } from "../../values/week.ts";
import { dayOf, minCallers } from "./fold-insights.ts";

/** Days since 1970-01-01 UTC; both are included. */
export interface Days {
  from: number;
  to: number;
}

/** A listing, or the whole site (`wholeSite`). */
export interface InsightsOf {
  siteId: number;
  listingId: number;
}

// The key of these tables begins with the site and the day, so each day is one lookup.
const days = "WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4)";
type DaysOf = [siteId: number, listingId: number, from: number, to: number];

export interface CountRow {
  day: number;
  /** Positions in `insightCounters` and `insightChannels`. */
  counter: number;
  channel: number;
  count: number;
}

const countsQuery = preparedSql<CountRow, DaysOf>(`
  ${days} SELECT c.day, c.counter, c.channel, c.count FROM days CROSS JOIN insight_counts c
  ON c.site_id = ?1 AND c.day = days.day AND c.listing_id = ?2`);
export const countsOf = (db: Db, { siteId, listingId }: InsightsOf, { from, to }: Days): Promise<CountRow[]> =>
  countsQuery.all(db, siteId, listingId, from, to);

const seenCounters = (["search_impressions", "page_views", "profile_reads", "comparisons"] as const).map((counter) =>
  insightCounters.indexOf(counter),
);
const seenQuery = preparedSql<{ seen: number }, DaysOf>(`
  ${days} SELECT ifnull(sum(c.count), 0) AS seen FROM days CROSS JOIN insight_counts c
  ON c.site_id = ?1 AND c.day = days.day AND c.listing_id = ?2 AND c.counter IN (${seenCounters})`);

/** How often a listing was found, opened, read or compared in the calendar month of `now`, in UTC. */
export const seenThisMonth = (db: Db, siteId: number, listingId: number, now: Date): Promise<number> =>
  seenQuery.value(db, siteId, listingId, dayOf(now) - now.getUTCDate() + 1, dayOf(now));

export interface NameCount {
  name: string;
  reads: number;
}

const readsQuery = preparedSql<{ day: number; client: string; reads: number }, DaysOf>(`
  ${days} SELECT r.day, r.client, r.reads FROM days CROSS JOIN client_reads r
  ON r.site_id = ?1 AND r.day = days.day AND r.listing_id = ?2`);
const firstWeek = preparedSql<{ week: string | null }, [siteId: number]>(
  "SELECT min(week) AS week FROM weekly_callers WHERE site_id = ?",
).value;
const callersQuery = preparedSql<{ callers: number }, [number, string, string, number]>(`
  SELECT count(*) AS callers FROM (SELECT 1 FROM weekly_callers
    WHERE site_id = ? AND week = ? AND kind = 'client' AND text = ? LIMIT ?)`);

/** Each day has its own names, so that a period could have hundreds. */
const maxNames = 20;

/**
 * The reads by client, most first: the most common names, and `other`. Names of weeks whose callers are still being
 * counted need enough callers.
 */
export async function clientsOf(db: Db, of: InsightsOf, { from, to }: Days, now: Date): Promise<NameCount[]> {
  const openWeek = [weekOf(now), (await firstWeek(db, of.siteId)) ?? "9999"].sort()[0]!;
  const reads = new Map<string, number>();
  for (const row of await readsQuery.all(db, of.siteId, of.listingId, from, to)) {
    const week = weekOf(new Date(row.day * dayMs));
    const isShown =
      week < openWeek || (await callersQuery.value(db, of.siteId, week, row.client, minCallers)) === minCallers;
    const name = isShown ? row.client : otherClient;
    reads.set(name, (reads.get(name) ?? 0) + row.reads);
  }
  const byReads = (a: NameCount, b: NameCount) => b.reads - a.reads;
  const all = [...reads].map(([name, reads]) => ({ name, reads })).sort(byReads);
  const shown = all.filter(({ name }) => name !== otherClient).slice(0, maxNames);
  const others = all.filter((one) => !shown.includes(one)).reduce((sum, one) => sum + one.reads, 0);
  return others === 0 ? shown : [...shown, { name: otherClient, reads: others }].sort(byReads);
}

// Queries of the running week are still in `weekly_callers`, from which a job moves those of the past weeks. Each week is
// looked up in the index (`json_each`), because a range of weeks is three times slower.
const ofWeeks =
  "json_each(?2) k CROSS JOIN weekly_callers w ON w.site_id = ?1 AND w.week = k.value AND w.kind = 'query'";
const isPast = "q.site_id = ?1 AND q.week IN (SELECT value FROM json_each(?2))";

function weeksOf({ from, to }: Days): string[] {
  const last = weekOf(new Date(to * dayMs));
  const weeks = [weekOf(new Date(from * dayMs))];
  while (weeks.at(-1)! < last) weeks.push(addWeeks(weeks.at(-1)!, 1));
  return weeks;
}

export interface QueryOfListing {
  query: string;
  impressions: number;
  opens: number;
  mean_position: number;
}

// `instr` finds the few rows with the listing without parsing the JSON of all.
const listingQueries = preparedSql<QueryOfListing, [number, weeks: string[], listingId: number, limit: number]>(`
  SELECT query, sum(impressions) AS impressions, sum(opens) AS opens,
    round(1.0 * sum(positions) / sum(impressions), 1) AS mean_position
  FROM (
    SELECT q.query, l.impressions, l.position_sum AS positions, l.opens
    FROM query_listings l JOIN search_queries q ON q.id = l.query_id WHERE l.listing_id = ?3 AND ${isPast}
    UNION ALL
    SELECT w.text, e.value ->> 1, e.value ->> 2, e.value ->> 3 FROM ${ofWeeks} CROSS JOIN json_each(w.listings) e
    WHERE instr(w.listings, '[' || CAST(?3 AS integer) || ',') AND e.value ->> 0 = ?3
      AND (SELECT count(*) FROM (SELECT 1 FROM weekly_callers c WHERE c.site_id = ?1 AND c.week = w.week
        AND c.kind = 'query' AND c.text = w.text LIMIT ${minCallers})) = ${minCallers})
  GROUP BY query ORDER BY 2 DESC, query LIMIT ?4`);

/** The queries with the listing among the first ten results, most frequent first, of all ISO weeks of the period. */
export const queriesOfListing = (
  db: Db,
  { siteId, listingId }: InsightsOf,
  period: Days,
  limit: number,
): Promise<QueryOfListing[]> => listingQueries.all(db, siteId, weeksOf(period), listingId, limit);

export interface QueryOfSite {
  query: string;
  uses: number;
  opens: number;
  /** The number of results of the latest search. */
  results: number;
}

const siteQueries = preparedSql<QueryOfSite, [siteId: number, weeks: string[]]>(`
  WITH known (week, text) AS (
    SELECT k.value, w.text FROM ${ofWeeks} GROUP BY k.value, w.text HAVING count(*) >= ${minCallers}),
  weeks AS (
    SELECT q.query, q.uses, q.opens, q.results, q.week AS latest FROM search_queries q WHERE ${isPast}
    UNION ALL
    SELECT w.text, w.uses, (SELECT sum(value ->> 3) FROM json_each(w.listings)), w.results, w.week || w.last_at
    FROM known k CROSS JOIN weekly_callers w
      ON w.site_id = ?1 AND w.week = k.week AND w.kind = 'query' AND w.text = k.text),
  queries AS (
    SELECT query, sum(uses) AS uses, ifnull(sum(opens), 0) AS opens, results, max(latest) FROM weeks GROUP BY query)
  SELECT query, uses, opens, results FROM queries ORDER BY uses DESC, query`);

/** The queries of a site, most frequent first, of all ISO weeks of the period. */
export const queriesOfSite = (db: Db, siteId: number, period: Days): Promise<QueryOfSite[]> =>
  siteQueries.all(db, siteId, weeksOf(period));

export const followersOf = preparedSql<{ followers: number }, [listingId: number]>(
  "SELECT count(*) AS followers FROM follows WHERE listing_id = ?",
).value;
