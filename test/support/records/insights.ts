import { dayOf } from "#db/queries/insights/fold-insights.ts";
import { type InsightChannel, type InsightCounter, insightChannels, insightCounters } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { testNow } from "../server/harness.ts";

/** The day that many days before today, as the tables count it. */
export const daysAgo = (days: number): number => dayOf(testNow) - days;

export type Counted = [day: number, counter: InsightCounter, channel: InsightChannel, count: number];

const run = (store: Store, sql: string, rows: unknown[][]) =>
  store.write(async (tx) => {
    for (const row of rows) await tx.$client.run(sql, row as never);
  });

/** Counts events of a listing (0 is the whole site) of the first site. */
export const addCounts = (store: Store, listingId: number, rows: Counted[], siteId = 1) =>
  run(
    store,
    "INSERT INTO insight_counts (site_id, day, listing_id, counter, channel, count) VALUES (?, ?, ?, ?, ?, ?)",
    rows.map(([day, counter, channel, count]) => [
      siteId,
      day,
      listingId,
      insightCounters.indexOf(counter),
      insightChannels.indexOf(channel),
      count,
    ]),
  );

export const addReads = (store: Store, listingId: number, rows: [day: number, client: string, reads: number][]) =>
  run(
    store,
    "INSERT INTO client_reads (site_id, day, listing_id, client, reads) VALUES (1, ?, ?, ?, ?)",
    rows.map(([day, client, reads]) => [day, listingId, client, reads]),
  );

interface Asked {
  kind?: "query" | "client";
  text: string;
  callers: number;
  week?: string;
  uses?: number;
  results?: number;
  /** Of each caller: listing id, impressions, sum of positions, opens. */
  listings?: [number, number, number, number][];
}

/** Adds a row for each caller to the table of callers. */
export const addCallers = (store: Store, { kind = "query", text, callers, ...more }: Asked) => {
  const { week = weekOf(testNow), uses = 1, results = 3, listings = [] } = more;
  return run(
    store,
    `INSERT INTO weekly_callers (site_id, week, kind, text, caller, uses, results, listings, last_at)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    Array.from({ length: callers }, (_, i) => [
      ...[week, kind, text, `caller-${i}`, uses, results],
      ...[JSON.stringify(listings), testNow.toISOString()],
    ]),
  );
};

interface PastQuery {
  id: number;
  week: string;
  query: string;
  uses?: number;
  results?: number;
  opens?: number;
  listings?: [id: number, impressions: number, positionSum: number, opens: number][];
}

/** Adds a query of a past week, as the weekly job saves it. */
export async function addQuery(
  store: Store,
  { id, week, query, uses = 5, results = 3, opens = 0, ...more }: PastQuery,
) {
  await run(
    store,
    "INSERT INTO search_queries (id, site_id, week, query, callers, uses, results, opens) VALUES (?, 1, ?, ?, 5, ?, ?, ?)",
    [[id, week, query, uses, results, opens]],
  );
  await run(
    store,
    "INSERT INTO query_listings (query_id, listing_id, impressions, position_sum, opens) VALUES (?, ?, ?, ?, ?)",
    (more.listings ?? []).map((listing) => [id, ...listing]),
  );
}
