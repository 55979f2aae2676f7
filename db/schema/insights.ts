import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { deletedWith, jsonArray, oneOf, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { callerKinds } from "./vocabulary.ts";

/** The client of callers whose name is invalid, rare or declared by fewer than five callers. */
export const otherClient = "other";

/** The listing of rows that contain the total of the whole site. */
export const wholeSite = 0;

/**
 * Counted events of listings and, with the listing id 0, of whole sites. `day` is the number of whole days since
 * 1970-01-01 UTC. Rows older than 400 days are added to the first day of their month. The days come before the listings
 * in the key, so that today's rows share pages: a reader looks up each day (`json_each`), never a range of days, and
 * `deleteListing` deletes the rows, because a foreign key would scan the table. The table is WITHOUT ROWID.
 */
export const insightCounts = sqliteTable(
  "insight_counts",
  {
    siteId: deletedWith("site_id", () => sites.id),
    day: integer("day").notNull(),
    listingId: integer("listing_id").notNull(),
    counter: integer("counter").notNull(),
    channel: integer("channel").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.listingId, table.counter, table.channel] })],
);

/**
 * Profile reads over MCP by the client name as declared: the rows of `insight_counts` with the counter `profile_reads`
 * and the channel `mcp`, split by name and read in the same way. Until a name's five callers are known (`weekly_callers`), readers must show it as `other`; the table's rows of past weeks contain only names that may be
 * shown. The table is WITHOUT ROWID.
 */
export const clientReads = sqliteTable(
  "client_reads",
  {
    siteId: deletedWith("site_id", () => sites.id),
    day: integer("day").notNull(),
    listingId: integer("listing_id").notNull(),
    client: text("client").notNull(),
    reads: integer("reads").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.listingId, table.client] })],
);

/** A listing among the first ten results of a query: its id, impressions, sum of positions (from 1) and opens. */
export type QueryListing = [listingId: number, impressions: number, positionSum: number, opens: number];

/**
 * The only table that tells callers apart: one row for each caller and query (or client name) of the running ISO week.
 * `caller` is a keyed hash (`db/keys/caller-key.ts`). A weekly job moves the queries of at least five callers to
 * `search_queries` and deletes all rows; the key is deleted with them.
 */
export const weeklyCallers = sqliteTable(
  "weekly_callers",
  {
    id: integer("id").primaryKey(),
    siteId: deletedWith("site_id", () => sites.id),
    week: text("week").notNull(),
    kind: text("kind", { enum: callerKinds }).notNull(),
    text: text("text").notNull(),
    caller: text("caller").notNull(),
    uses: integer("uses").notNull(),
    /** The number of results of the latest search, at most as many as searches count; 0 for clients. */
    results: integer("results").notNull(),
    listings: jsonArray<QueryListing>("listings"),
    lastAt: timestamp("last_at").notNull(),
  },
  (table) => [
    uniqueIndex("weekly_callers_text").on(table.siteId, table.week, table.kind, table.text, table.caller),
    index("weekly_callers_caller").on(table.siteId, table.caller),
    check("weekly_callers_kind", oneOf("kind", callerKinds)),
  ],
);

/** Queries of past weeks that at least five callers used in that ISO week. Rows are deleted after 90 days. */
export const searchQueries = sqliteTable(
  "search_queries",
  {
    id: integer("id").primaryKey(),
    siteId: deletedWith("site_id", () => sites.id),
    week: text("week").notNull(),
    query: text("query").notNull(),
    callers: integer("callers").notNull(),
    uses: integer("uses").notNull(),
    /** The number of results of the week's latest search. */
    results: integer("results").notNull(),
    /** Page views and profile reads that followed from the query within 30 minutes. */
    opens: integer("opens").notNull(),
  },
  (table) => [
    uniqueIndex("search_queries_query").on(table.siteId, table.week, table.query),
    check("search_queries_callers", sql`${table.callers} >= 5`),
  ],
);

/** The listings among the first ten results of a query. The table is WITHOUT ROWID. */
export const queryListings = sqliteTable(
  "query_listings",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    queryId: deletedWith("query_id", () => searchQueries.id),
    impressions: integer("impressions").notNull(),
    /** The sum of the positions, counted from 1; divide by `impressions` for the mean position. */
    positionSum: integer("position_sum").notNull(),
    opens: integer("opens").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.queryId] }),
    index("query_listings_query").on(table.queryId),
  ],
);
