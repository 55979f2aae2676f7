import * as z from "zod";
import { callerHash, storedCallerHash } from "../../keys/caller-key.ts";
import { otherClient, type QueryListing, wholeSite } from "../../schema/insights.ts";
import { insightCounters } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { count } from "../../values/counters.ts";
import { weekOf } from "../../values/week.ts";
import { dayOf } from "./fold-insights.ts";

/** `account` is 0 for a caller without an account. `client` is the name that an MCP client declares. */
const visitor = { siteId: z.int(), account: z.int(), client: z.string().nullable() };
/** `account:12`, or `network:` with a /24 or /48, and the time of the last of `count` calls. */
const byCaller = { caller: z.string(), at: z.int(), count: z.int() };
/** Counts by listing id. `counter` and `channel` are positions in `insightCounters` and `insightChannels`. */
const eventCounts = z.object({
  ...visitor,
  day: z.int(),
  counter: z.int(),
  channel: z.int(),
  listings: z.record(z.string(), z.int()),
});
/** A page view or profile read. */
const openEvent = z.object({ ...visitor, ...byCaller, listingId: z.int() });
const queryEvent = z.object({
  ...visitor,
  ...byCaller,
  query: z.string(),
  results: z.int(),
  firstTen: z.array(z.int()),
});
/** Counted events of one process. `id` stays the same when a batch is sent again. */
export const eventBatch = z.object({
  id: z.string(),
  counts: z.array(eventCounts),
  opens: z.array(openEvent),
  queries: z.array(queryEvent),
});
export type EventCounts = z.output<typeof eventCounts>;
export type OpenEvent = z.output<typeof openEvent>;
export type QueryEvent = z.output<typeof queryEvent>;
export type EventBatch = z.output<typeof eventBatch>;

/** Counts events that a limit excludes. */
export const drop = (kind: "query" | "client" | "count" | "caller", times = 1): void =>
  count(`slipway_insight_events_dropped_total{kind="${kind}"}`, times);

const ownedBy = preparedSql<{ account: number; listingId: number }, [accounts: readonly number[]]>(`
  SELECT o.account_id AS account, l.id AS listingId
  FROM json_each(?) e JOIN company_owners o ON o.account_id = e.value JOIN listings l ON l.company_id = o.company_id`).all;
const teamOf = preparedSql<{ account: number; siteId: number }, [accounts: readonly number[]]>(`
  SELECT a.id AS account, s.id AS siteId FROM json_each(?) e JOIN accounts a ON a.id = e.value JOIN sites s
  WHERE a.role = 'admin' OR (a.role <> 'member'
    AND (a.role_sites IS NULL OR s.id IN (SELECT value FROM json_each(a.role_sites))))`).all;
// Objects by listing id are much faster to read in SQL than arrays of rows. A site may have been deleted meanwhile.
const addCounts = preparedSql<
  never,
  [siteId: number, day: number, counter: number, channel: number, byListing: string]
>(`INSERT INTO insight_counts (site_id, day, listing_id, counter, channel, count)
  SELECT s.id, ?2, CAST(e.key AS INTEGER), ?3, ?4, e.value FROM json_each(?5) e JOIN sites s ON s.id = ?1 WHERE true
  ON CONFLICT DO UPDATE SET count = count + excluded.count`).run;
const addReads = preparedSql<never, [siteId: number, day: number, client: string, byListing: string]>(`
  INSERT INTO client_reads (site_id, day, listing_id, client, reads)
  SELECT s.id, ?2, CAST(e.key AS INTEGER), ?3, e.value FROM json_each(?4) e JOIN sites s ON s.id = ?1 WHERE true
  ON CONFLICT DO UPDATE SET reads = reads + excluded.reads`).run;
const clientsOf = preparedSql<{ client: string }, [siteId: number, day: number]>(
  `SELECT client FROM client_reads WHERE site_id = ? AND day = ? AND listing_id = ${wholeSite}`,
).values;

/** The caller's own listings are null. */
type SearchEvent = Omit<QueryEvent, "firstTen"> & { firstTen: readonly (number | null)[] };
type Sums<Key> = { key: Key; byListing: Record<number, number> };

/**
 * Saves events in a few statements, and returns the number of saved events by counter and channel. Events by the owners
 * and by the team are left out.
 */
export async function saveEvents(tx: Tx, { counts, opens, queries }: EventBatch, now: Date) {
  const accounts = [...new Set([...counts, ...queries].map(({ account }) => account))].filter((id) => id !== 0);
  const own = new Set((await ownedBy(tx, accounts)).map(({ account, listingId }) => `${account} ${listingId}`));
  const team = new Set((await teamOf(tx, accounts)).map(({ account, siteId }) => `${account} ${siteId}`));
  const isVisitor = ({ account, siteId }: { account: number; siteId: number }) => !team.has(`${account} ${siteId}`);
  const isOwn = ({ account }: { account: number }, id: number | string) => account !== 0 && own.has(`${account} ${id}`);
  const counted = counts.filter(isVisitor).map((group) => ({
    ...group,
    listings: Object.entries(group.listings).filter(([id]) => !isOwn(group, id)),
  }));
  const saved = sums(counted, ({ siteId, day, counter, channel }) => [siteId, day, counter, channel] as const);
  for (const { key, byListing } of saved)
    if (byListing[wholeSite]! > 0) await addCounts(tx, ...key, JSON.stringify(byListing));
  await saveReads(tx, counted, now);
  const opened = opens.filter((event) => isVisitor(event) && !isOwn(event, event.listingId));
  // The positions of the other listings stay the same.
  const searched = queries
    .filter(isVisitor)
    .map((event) => ({ ...event, firstTen: event.firstTen.map((id) => (isOwn(event, id) ? null : id)) }));
  if (searched.length > 0 || opened.length > 0) await saveCallers(tx, searched, opened, now);
  return saved.map(({ key: [, , counter, channel], byListing }) => ({
    counter,
    channel,
    count: byListing[wholeSite]!,
  }));
}

type Counted = Omit<EventCounts, "listings"> & { listings: [id: string, count: number][] };

/** Sums groups with equal keys by listing and, as the listing `wholeSite`, altogether. */
function sums<Key extends readonly (string | number)[]>(
  groups: readonly Counted[],
  keyOf: (group: Counted) => Key,
): Sums<Key>[] {
  const found = new Map<string, Sums<Key>>();
  for (const group of groups) {
    const key = keyOf(group);
    const { byListing } = found.getOrInsertComputed(key.join(), () => ({ key, byListing: { [wholeSite]: 0 } }));
    for (const [id, times] of group.listings) {
      byListing[Number(id)] = (byListing[Number(id)] ?? 0) + times;
      byListing[wholeSite]! += times;
    }
  }
  return [...found.values()];
}

/** Names of one site and day. A nightly job keeps the most common of them. */
const maxClients = 100;

async function saveReads(tx: Tx, counted: readonly Counted[], now: Date): Promise<void> {
  const known = new Map<string, Set<string>>();
  const reads: (Counted & { client: string })[] = [];
  for (const group of counted) {
    const { siteId, day, client, counter } = group;
    if (client === null || insightCounters[counter] !== "profile_reads") continue;
    const key = `${siteId} ${day}`;
    const names = known.get(key) ?? new Set(await clientsOf(tx, siteId, day));
    known.set(key, names);
    // After midnight, the names of a day are final.
    const isNew = !names.has(client);
    const isRefused = isNew && (day < dayOf(now) || names.size >= maxClients);
    if (isNew && !isRefused) names.add(client);
    reads.push({ ...group, client: isRefused ? otherClient : client });
  }
  for (const { key, byListing } of sums(reads, ({ siteId, day, client }) => [siteId, day, client!] as const))
    await addReads(tx, ...key, JSON.stringify(byListing));
}

const maxCallerRows = 200_000;
/** Queries and client names of one caller in a week. */
export const maxTextsOfCaller = 200;
const openMs = 30 * 60_000;

interface CallerRow {
  siteId: number;
  kind: "query" | "client";
  text: string;
  caller: string;
  uses: number;
  results: number;
  listings: QueryListing[];
  lastAt: string;
}

/** All rows of these callers in a week. */
const rowsOf = preparedSql<CallerRow, [week: string, callers: readonly (readonly [number, string])[]]>(
  `SELECT w.site_id AS siteId, w.kind, w.text, w.caller, w.uses, w.results, w.listings, w.last_at AS lastAt
  FROM json_each(?2) e JOIN weekly_callers w ON w.site_id = e.value ->> 0 AND w.caller = e.value ->> 1 AND w.week = ?1`,
  { listings: JSON.parse },
).all;
const lastRow = preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM weekly_callers").value;
const saveRows = preparedSql<never, [week: string, rows: readonly CallerRow[]]>(`
  INSERT INTO weekly_callers (site_id, week, kind, text, caller, uses, results, listings, last_at)
  SELECT e.value ->> 'siteId', ?1, e.value ->> 'kind', e.value ->> 'text', e.value ->> 'caller', e.value ->> 'uses',
    e.value ->> 'results', e.value -> 'listings', e.value ->> 'lastAt'
  FROM json_each(?2) e JOIN sites s ON s.id = e.value ->> 'siteId' WHERE true
  ON CONFLICT (site_id, week, kind, text, caller) DO UPDATE SET uses = excluded.uses, results = excluded.results,
    listings = excluded.listings, last_at = excluded.last_at`).run;

/** Saves who used which query or client name, and attributes opens to the caller's latest query with the listing. */
async function saveCallers(
  tx: Tx,
  queries: readonly SearchEvent[],
  opens: readonly OpenEvent[],
  now: Date,
): Promise<void> {
  const week = weekOf(now);
  const searched = queries.map((event) => ({ ...event, kind: "query" as const }));
  const opened = opens.map((event) => ({ ...event, kind: "client" as const }));
  const hash = callerHash(tx, week);
  const hashes = new Map<string, string>();
  const keyOf = ({ siteId, caller }: { siteId: number; caller: string }) =>
    [siteId, hashes.getOrInsertComputed(caller, hash)] as const;
  const callers = new Map([...searched, ...opened].map(keyOf).map((key) => [key.join(), key]));
  const known = Map.groupBy(await rowsOf(tx, week, [...callers.values()]), (row) => `${row.siteId},${row.caller}`);
  const changed = new Set<CallerRow>();
  let room = maxCallerRows - ((await lastRow(tx)) ?? 0);

  const use = (event: (typeof searched | typeof opened)[number], text: string): CallerRow | undefined => {
    const { kind, at } = event;
    const [siteId, caller] = keyOf(event);
    const own = known.getOrInsertComputed(`${siteId},${caller}`, () => []);
    let row = own.find((one) => one.kind === kind && one.text === text);
    if (!row) {
      if (room <= 0 || own.length >= maxTextsOfCaller) {
        drop(kind);
        return;
      }
      room--;
      row = { siteId, kind, text, caller, uses: 0, results: 0, listings: [], lastAt: "" };
      own.push(row);
    }
    row.uses += event.count;
    row.lastAt = new Date(at).toISOString();
    changed.add(row);
    return row;
  };

  for (const event of [...searched, ...opened].sort((a, b) => a.at - b.at)) {
    if (event.kind === "query") {
      const row = use(event, event.query);
      if (row) Object.assign(row, { results: event.results, listings: withImpressions(row.listings, event) });
      continue;
    }
    const { at, client, listingId, count: times } = event;
    if (client !== null && client !== otherClient) use(event, client);
    const since = new Date(at - openMs).toISOString();
    const found = (known.get(keyOf(event).join()) ?? []).filter(
      ({ kind, lastAt, listings }) => kind === "query" && lastAt >= since && listings.some(([id]) => id === listingId),
    );
    const latest = found.sort((a, b) => a.lastAt.localeCompare(b.lastAt)).at(-1);
    if (!latest) continue;
    latest.listings.find(([id]) => id === listingId)![3] += times;
    changed.add(latest);
  }
  if (changed.size > 0) await saveRows(tx, week, [...changed]);
}

const deleteCaller = preparedSql<never, [caller: string]>(
  "DELETE FROM weekly_callers WHERE site_id IN (SELECT id FROM sites) AND caller = ?",
).run;

/** The caller of an event with an account. */
export const accountCaller = (account: number): string => `account:${account}`;

export interface CallerText {
  kind: "query" | "client";
  text: string;
  site: string;
  uses: number;
  lastAt: string;
}

const textsQuery = preparedSql<CallerText, [caller: string]>(`
  SELECT w.kind, w.text, s.name AS site, w.uses, w.last_at AS lastAt
  FROM sites s JOIN weekly_callers w ON w.site_id = s.id AND w.caller = ? ORDER BY w.last_at`);

/** The queries and client names of an account that are still stored with its keyed hash. */
export const textsOfCaller = async (db: Db, account: number): Promise<CallerText[]> => {
  const hash = storedCallerHash(db);
  return hash ? textsQuery.all(db, hash(accountCaller(account))) : [];
};

/** Deletes the running week's queries and client names of an account. */
export const forgetCaller = (tx: Tx, account: number, now: Date): Promise<void> =>
  deleteCaller(tx, callerHash(tx, weekOf(now))(accountCaller(account)));

/** A caller who repeats a query sees nearly the same listings, so more than these are rare. */
const maxListings = 20;

function withImpressions(before: QueryListing[], { firstTen, count: times }: SearchEvent) {
  const listings = new Map(before.map((listing) => [listing[0], listing]));
  for (const [i, id] of firstTen.entries()) {
    if (id === null) continue;
    const [, impressions, positionSum, opens] = listings.get(id) ?? [id, 0, 0, 0];
    if (listings.has(id) || listings.size < maxListings)
      listings.set(id, [id, impressions + times, positionSum + times * (i + 1), opens]);
  }
  return [...listings.values()];
}
