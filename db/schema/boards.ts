import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { deletedWith, oneOf, refersTo, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { awardKinds } from "./vocabulary.ts";

/** Votes by period (`2026-W47`, `2026-11`, `2026`). The community leaderboards read this table's index in order. */
export const voteCounts = sqliteTable(
  "vote_counts",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    period: text("period").notNull(),
    siteId: refersTo("site_id", () => sites.id),
    votes: integer("votes").notNull(),
    votedAt: timestamp("voted_at").notNull(),
    /** Whether the listing is live. Triggers update it, so that a leaderboard can be read from the index alone. */
    isLive: integer("is_live", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.period] }),
    index("vote_counts_board").on(
      table.siteId,
      table.period,
      table.isLive,
      sql`${table.votes} desc`,
      table.votedAt,
      table.listingId,
    ),
    check("vote_counts_votes", sql`${table.votes} >= 1`),
  ],
);

export const billboardPlacements = sqliteTable(
  "billboard_placements",
  {
    siteId: refersTo("site_id", () => sites.id),
    week: text("week").notNull(),
    listingId: deletedWith("listing_id", () => listings.id),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.week, table.listingId] })],
);

export const boardSnapshots = sqliteTable(
  "board_snapshots",
  {
    siteId: refersTo("site_id", () => sites.id),
    board: text("board").notNull(),
    week: text("week").notNull(),
    listingId: deletedWith("listing_id", () => listings.id),
    rank: integer("rank").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.board, table.week, table.listingId] })],
);

export const awards = sqliteTable(
  "awards",
  {
    id: integer("id").primaryKey(),
    siteId: refersTo("site_id", () => sites.id),
    kind: text("kind", { enum: awardKinds }).notNull(),
    label: text("label").notNull(),
    board: text("board").notNull(),
    period: text("period").notNull(),
    rank: integer("rank").notNull(),
    listingId: deletedWith("listing_id", () => listings.id),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("awards_place").on(table.siteId, table.board, table.period, table.rank),
    index("awards_listing").on(table.listingId),
    index("awards_newest").on(table.siteId, sql`${table.createdAt} desc`, table.board, table.rank),
    index("awards_period").on(table.siteId, table.period, table.board, table.rank),
    check("awards_rank", sql`${table.rank} >= 1`),
    check("awards_kind", oneOf("kind", awardKinds)),
  ],
);
