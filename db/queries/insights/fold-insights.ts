import { otherClient, wholeSite } from "../../schema/insights.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { dayMs, endOfWeek, startOfWeek, weekOf } from "../../values/week.ts";

/** Callers that must have used a query, or declared a client name, in one week before anyone sees it. */
export const minCallers = 5;
/** Client names of one site that a past day keeps. */
const maxClients = 20;
const keepQueriesMs = 90 * dayMs;
/** Daily rows are kept for this many days. */
export const keepDays = 400;

export const dayOf = (time: Date | number): number => Math.floor(Number(time) / dayMs);

// Client names that a past day or week does not keep become `other`.
const renamed = `FROM client_reads WHERE site_id = ?1 AND day BETWEEN ?2 AND ?3 AND client <> '${otherClient}'
  AND client NOT IN (SELECT value FROM json_each(?4))`;
type Renaming = [siteId: number, firstDay: number, lastDay: number, kept: readonly string[]];
const addOthers = preparedSql<never, Renaming>(`
  INSERT INTO client_reads (site_id, day, listing_id, client, reads)
  SELECT site_id, day, listing_id, '${otherClient}', sum(reads) ${renamed} GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET reads = reads + excluded.reads`).run;
const deleteRenamed = preparedSql<never, Renaming>(`DELETE ${renamed}`).run;

async function keepClients(tx: Tx, ...renaming: Renaming): Promise<void> {
  await addOthers(tx, ...renaming);
  await deleteRenamed(tx, ...renaming);
}

const commonClients = preparedSql<
  { siteId: number; day: number; clients: string[] },
  [firstDay: number, lastDay: number, limit: number]
>(
  `SELECT site_id AS siteId, day, json_group_array(client) AS clients FROM (
    SELECT c.*, row_number() OVER (PARTITION BY site_id, day ORDER BY reads DESC, client) AS place
    FROM sites s JOIN client_reads c ON c.site_id = s.id AND c.listing_id = ${wholeSite}
    WHERE day BETWEEN ?1 AND ?2 AND client <> '${otherClient}')
  WHERE place <= ?3 GROUP BY site_id, day`,
  { clients: JSON.parse },
).all;

/** Keeps the most common client names of the days of the last week. */
export async function keepCommonClients(tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now);
  for (const { siteId, day, clients } of await commonClients(tx, today - 7, today - 1, maxClients))
    await keepClients(tx, siteId, day, day, clients);
}

const pastWeeks = preparedSql<{ siteId: number; week: string; clients: string[] }, [week: string, min: number]>(
  `SELECT site_id AS siteId, week, json_group_array(text) FILTER (WHERE kind = 'client' AND callers >= ?2) AS clients
  FROM (SELECT site_id, week, kind, text, count(*) AS callers FROM weekly_callers WHERE week < ?1 GROUP BY 1, 2, 3, 4)
  GROUP BY 1, 2`,
  { clients: JSON.parse },
).all;
// With max(), the other columns come from the row with the latest use (SQLite, "Bare columns in an aggregate query").
const moveQueries = preparedSql<never, [week: string, min: number]>(`
  INSERT INTO search_queries (site_id, week, query, callers, uses, results, opens)
  SELECT site_id, week, text, callers, uses, results, opens FROM (
    SELECT site_id, week, text, count(*) AS callers, sum(uses) AS uses, results, max(last_at),
      sum((SELECT ifnull(sum(value ->> 3), 0) FROM json_each(w.listings))) AS opens
    FROM weekly_callers w WHERE week < ?1 AND kind = 'query' GROUP BY 1, 2, 3)
  WHERE callers >= ?2`).run;
const moveListings = preparedSql<never, [week: string]>(`
  INSERT INTO query_listings (listing_id, query_id, impressions, position_sum, opens)
  SELECT l.id, q.id, sum(e.value ->> 1), sum(e.value ->> 2), sum(e.value ->> 3)
  FROM weekly_callers w JOIN search_queries q ON q.site_id = w.site_id AND q.week = w.week AND q.query = w.text,
    json_each(w.listings) e JOIN listings l ON l.id = e.value ->> 0
  WHERE w.week < ?1 AND w.kind = 'query' GROUP BY 1, 2`).run;
const emptyCallers = preparedSql<never, [week: string]>("DELETE FROM weekly_callers WHERE week < ?").run;
const deleteQueries = preparedSql<never, [week: string]>("DELETE FROM search_queries WHERE week < ?").run;

/** Keeps the queries and client names of past weeks that enough callers used, and deletes all hashes of callers. */
export async function closeWeeks(tx: Tx, now: Date): Promise<void> {
  const week = weekOf(now);
  for (const past of await pastWeeks(tx, week, minCallers)) {
    const days = [startOfWeek(past.week)!, endOfWeek(past.week)].map(dayOf) as [number, number];
    await keepClients(tx, past.siteId, days[0], days[1] - 1, past.clients);
  }
  await moveQueries(tx, week, minCallers);
  await moveListings(tx, week);
  await emptyCallers(tx, week);
  await deleteQueries(tx, weekOf(new Date(now.getTime() - keepQueriesMs)));
}

const tables = {
  insight_counts: { columns: "listing_id, counter, channel", sum: "count" },
  client_reads: { columns: "listing_id, client", sum: "reads" },
};
type Table = keyof typeof tables;

// The days are few, so each is looked up: a scan would read every row.
const daysIn = (table: Table) => `
  WITH RECURSIVE days(day) AS (
    SELECT (SELECT min(day) FROM ${table} WHERE site_id = ?1) UNION ALL
    SELECT (SELECT min(day) FROM ${table} WHERE site_id = ?1 AND day > days.day) FROM days WHERE days.day IS NOT NULL)`;

const queriesOf = (table: Table) => {
  const { columns, sum } = tables[table];
  return {
    days: preparedSql<{ day: number }, [siteId: number]>(`${daysIn(table)} SELECT day FROM days WHERE day IS NOT NULL`)
      .values,
    add: preparedSql<never, [siteId: number, day: number, target: number]>(`
      INSERT INTO ${table} (site_id, day, ${columns}, ${sum})
      SELECT site_id, ?3, ${columns}, ${sum} FROM ${table} WHERE site_id = ?1 AND day = ?2
      ON CONFLICT DO UPDATE SET ${sum} = ${sum} + excluded.${sum}`).run,
    delete: preparedSql<never, [siteId: number, day: number]>(`DELETE FROM ${table} WHERE site_id = ?1 AND day = ?2`)
      .run,
    forget: preparedSql<never, [siteId: number, listingId: number]>(
      `${daysIn(table)} DELETE FROM ${table} WHERE site_id = ?1 AND day IN (SELECT day FROM days) AND listing_id = ?2`,
    ).run,
  };
};
const folding = [queriesOf("insight_counts"), queriesOf("client_reads")];

const startOfMonth = (day: number): number => {
  const date = new Date(day * dayMs);
  return day - date.getUTCDate() + 1;
};

/** Adds each day older than `keepDays` to the first day of its month, with one transaction for each day. */
export async function foldOldDays(
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  read: Db,
  siteId: number,
  now: Date,
): Promise<void> {
  for (const table of folding)
    for (const day of await table.days(read, siteId)) {
      if (day >= dayOf(now) - keepDays || day === startOfMonth(day)) continue;
      await write(async (tx) => {
        await table.add(tx, siteId, day, startOfMonth(day));
        await table.delete(tx, siteId, day);
      });
    }
}

/** Deletes the counts of a listing. The totals of the site keep them. */
export async function forgetListing(tx: Tx, siteId: number, listingId: number): Promise<void> {
  for (const table of folding) await table.forget(tx, siteId, listingId);
}
