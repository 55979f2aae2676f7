import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { deletedWith, oneOf, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import { feedKinds } from "./vocabulary.ts";

/**
 * The change feed: one row for each record that is or was public. Triggers (db/schema/feed-triggers.ts) replace the row
 * with a new `seq` when the record changes. Whether the record is public is read from the record itself.
 */
export const feed = sqliteTable(
  "feed",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    siteId: deletedWith("site_id", () => sites.id),
    kind: text("kind", { enum: feedKinds }).notNull(),
    /** The record's id; for a founder, the random `feed_id`. */
    recordId: integer("record_id").notNull(),
    at: timestamp("at").notNull(),
  },
  (table) => [
    uniqueIndex("feed_record").on(table.siteId, table.kind, table.recordId),
    index("feed_by_site").on(table.siteId, table.seq),
    check("feed_kind", oneOf("kind", feedKinds)),
  ],
);

/** A single row. */
export const feedState = sqliteTable(
  "feed_state",
  {
    id: integer("id").primaryKey(),
    /** Names one uninterrupted history. A database that may have gone back in time gets a new one. */
    epoch: text("epoch").notNull(),
    /** Posts dated up to this time have an entry from after their publication. */
    postsUntil: timestamp("posts_until").notNull(),
  },
  () => [check("feed_state_one_row", sql`id = 1`)],
);
