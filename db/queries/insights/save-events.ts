import * as z from "zod";
import { callerHash } from "../../keys/caller-key.ts";
import { otherClient, type QueryListing, wholeSite } from "../../schema/insights.ts";
import { insightCounters } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { count } from "../../values/counters.ts";
import { dayMs, weekOf } from "../../values/week.ts";

// `account` is 0 for a caller without an account. `client` is the name that an MCP client declares.
const ofListing = { account: z.int(), listingId: z.int(), client: z.string().nullable() };
/** `account:12`, or `network:` with a /24 or /48, and the time of the call. */
const byCaller = { caller: z.string(), at: z.int() };
/** `counter` and `channel` are positions in `insightCounters` and `insightChannels`. */
const eventCount = z.object({ ...ofListing, day: z.int(), counter: z.int(), channel: z.int(), count: z.int() });
/** A page view or profile read. */
const openEvent = z.object({ ...ofListing, ...byCaller });
const queryEvent = z.object({
  ...byCaller,
  account: z.int(),
  siteId: z.int(),
  query: z.string(),
  results: z.int(),
  firstTen: z.array(z.int()),
});
/** Counted events of one process. `id` stays the same when a batch is sent again. */
export const eventBatch = z.object({
  id: z.string(),
  counts: z.array(eventCount),
  opens: z.array(openEvent),
  queries: z.array(queryEvent),
});
export type EventCount = z.output<typeof eventCount>;
export type OpenEvent = z.output<typeof openEvent>;
export type QueryEvent = z.output<typeof queryEvent>;
export type EventBatch = z.output<typeof eventBatch>;

/** Counts an event that a limit excludes. */
export const drop = (kind: "query" | "client" | "count" | "open"): void =>
  count(`slipway_insight_events_dropped_total{kind="${kind}"}`);

const account = "(e.value ->> 'account')";
const isTeam = `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${account} AND (a.role = 'admin' OR
  (a.role <> 'member' AND (a.role_sites IS NULL OR s.id IN (SELECT value FROM json_each(a.role_sites))))))`;
const isOwner = `EXISTS (SELECT 1 FROM company_owners o WHERE o.account_id = ${account} AND o.company_id = l.company_id)`;
// Events of the owners, of the team and of sandboxes do not count.
const counted = `FROM json_each(?) e JOIN listings l ON l.id = e.value ->> 'listingId'
  JOIN sites s ON s.id = l.site_id AND s.sandbox_of IS NULL
  WHERE ${account} = 0 OR NOT (${isTeam} OR ${isOwner})`;

interface CountRow {
  siteId: number;
  day: number;
  listingId: number;
  counter: number;
  channel: number;
  client: string | null;
  count: number;
}

const countsOf = preparedSql<CountRow, [readonly EventCount[]]>(`
  SELECT s.id AS siteId, e.value ->> 'day' AS day, l.id AS listingId, e.value ->> 'counter' AS counter,
    e.value ->> 'channel' AS channel, e.value ->> 'client' AS client, sum(e.value ->> 'count') AS count
  ${counted} GROUP BY 1, 2, 3, 4, 5, 6`).all;
const addCounts = preparedSql<never, [rows: readonly (readonly number[])[]]>(`
  INSERT INTO insight_counts (site_id, day, listing_id, counter, channel, count)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET count = count + excluded.count`).run;
const knownClients = preparedSql<{ siteId: number; day: number; client: string }, [days: readonly [number, number][]]>(`
  SELECT c.site_id AS siteId, c.day, c.client FROM json_each(?) e
  JOIN client_reads c ON c.site_id = e.value ->> 0 AND c.day = e.value ->> 1 AND c.listing_id = ${wholeSite}`).all;
const addReads = preparedSql<never, [rows: readonly (readonly (number | string)[])[]]>(`
  INSERT INTO client_reads (site_id, day, listing_id, client, reads)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET reads = reads + excluded.reads`).run;

/**
 * Saves events in a few statements, and returns the counts that were saved. Events of listings that were deleted
 * meanwhile are lost.
 */
export async function saveEvents(tx: Tx, batch: EventBatch, now: Date): Promise<readonly CountRow[]> {
  const { counts, opens, queries } = batch;
  const rows = counts.length > 0 ? await countsOf(tx, counts) : [];
  await addCounts(
    tx,
    sums(rows, ({ counter, channel }) => [counter, channel]),
  );
  await saveReads(tx, rows, now);
  if (opens.length > 0 || queries.length > 0) await saveCallers(tx, batch, now);
  return rows;
}

/** Sums rows by site, day, listing and `more`, and adds the totals of the sites. */
function sums<More extends number | string>(rows: readonly CountRow[], more: (row: CountRow) => More[]) {
  const found = new Map<string, (number | More)[]>();
  for (const row of rows)
    for (const listing of [row.listingId, wholeSite]) {
      const key = [row.siteId, row.day, listing, ...more(row)];
      const sum = found.getOrInsertComputed(key.join(), () => [...key, 0]);
      sum[key.length] = (sum[key.length] as number) + row.count;
    }
  return [...found.values()];
}

/** Names of one site and day. A nightly job keeps the most common of them. */
const maxClients = 100;

async function saveReads(tx: Tx, all: readonly CountRow[], now: Date): Promise<void> {
  const rows = all.filter(({ client, counter }) => client !== null && insightCounters[counter] === "profile_reads");
  if (rows.length === 0) return;
  const today = Math.floor(now.getTime() / dayMs);
  const names = new Map<string, Set<string>>();
  const namesOf = ({ siteId, day }: { siteId: number; day: number }) =>
    names.getOrInsertComputed(`${siteId} ${day}`, () => new Set<string>());
  for (const known of await knownClients(
    tx,
    rows.map(({ siteId, day }) => [siteId, day]),
  ))
    namesOf(known).add(known.client);
  const clientOf = (row: CountRow): string => {
    const known = namesOf(row);
    const client = row.client!;
    // After midnight, the names of a day are final.
    if (!known.has(client) && (row.day < today || known.size >= maxClients)) return otherClient;
    known.add(client);
    return client;
  };
  await addReads(
    tx,
    sums(rows, (row) => [clientOf(row)]),
  );
}

const maxCallerRows = 200_000;
/** Queries and client names of one caller in a week. */
const maxTextsOfCaller = 200;
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

const openedBy = preparedSql<Omit<OpenEvent, "account"> & { siteId: number }, [readonly OpenEvent[]]>(`
  SELECT s.id AS siteId, l.id AS listingId, e.value ->> 'client' AS client, e.value ->> 'caller' AS caller,
    e.value ->> 'at' AS at ${counted}`).all;
/** Queries except those of the team, with the caller's own listings among the first ten. */
const searchedBy = preparedSql<{ event: QueryEvent; own: number[] }, [readonly QueryEvent[]]>(
  `SELECT e.value AS event, (SELECT json_group_array(l.id) FROM json_each(e.value -> 'firstTen') f
    JOIN listings l ON l.id = f.value WHERE ${isOwner}) AS own
  FROM json_each(?) e JOIN sites s ON s.id = e.value ->> 'siteId' AND s.sandbox_of IS NULL
  WHERE ${account} = 0 OR NOT ${isTeam}`,
  { event: JSON.parse, own: JSON.parse },
).all;
/** All rows of these callers in a week. */
const rowsOf = preparedSql<CallerRow, [week: string, callers: readonly (readonly [number, string])[]]>(
  `SELECT w.site_id AS siteId, w.kind, w.text, w.caller, w.uses, w.results, w.listings, w.last_at AS lastAt
  FROM json_each(?2) e JOIN weekly_callers w ON w.site_id = e.value ->> 0 AND w.caller = e.value ->> 1 AND w.week = ?1`,
  { listings: JSON.parse },
).all;
const lastRow = preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM weekly_callers").value;
const saveRows = preparedSql<never, [week: string, rows: readonly CallerRow[]]>(`
  INSERT INTO weekly_callers (site_id, week, kind, text, caller, uses, results, listings, last_at)
  SELECT value ->> 'siteId', ?1, value ->> 'kind', value ->> 'text', value ->> 'caller', value ->> 'uses',
    value ->> 'results', value -> 'listings', value ->> 'lastAt' FROM json_each(?2) WHERE true
  ON CONFLICT (site_id, week, kind, text, caller) DO UPDATE SET uses = excluded.uses, results = excluded.results,
    listings = excluded.listings, last_at = excluded.last_at`).run;

/** Saves who used which query or client name, and attributes opens to the caller's latest query with the listing. */
async function saveCallers(tx: Tx, { opens, queries }: EventBatch, now: Date): Promise<void> {
  const week = weekOf(now);
  const searched = (await searchedBy(tx, queries)).map(({ event, own }) => ({ ...event, own, kind: "query" as const }));
  const opened = (await openedBy(tx, opens)).map((event) => ({ ...event, kind: "client" as const }));
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
    row.uses++;
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
    const { at, client, listingId } = event;
    if (client !== null && client !== otherClient) use(event, client);
    const since = new Date(at - openMs).toISOString();
    const found = (known.get(keyOf(event).join()) ?? []).filter(
      ({ kind, lastAt, listings }) => kind === "query" && lastAt >= since && listings.some(([id]) => id === listingId),
    );
    const latest = found.sort((a, b) => a.lastAt.localeCompare(b.lastAt)).at(-1);
    if (!latest) continue;
    latest.listings.find(([id]) => id === listingId)![3]++;
    changed.add(latest);
  }
  if (changed.size > 0) await saveRows(tx, week, [...changed]);
}

/** A caller who repeats a query sees nearly the same listings, so more than these are rare. */
const maxListings = 20;

function withImpressions(before: QueryListing[], { firstTen, own }: Pick<QueryEvent, "firstTen"> & { own: number[] }) {
  const listings = new Map(before.map((listing) => [listing[0], listing]));
  for (const [i, id] of firstTen.entries()) {
    const [, impressions, positionSum, opens] = listings.get(id) ?? [id, 0, 0, 0];
    if (!own.includes(id) && (listings.has(id) || listings.size < maxListings))
      listings.set(id, [id, impressions + 1, positionSum + i + 1, opens]);
  }
  return [...listings.values()];
}
