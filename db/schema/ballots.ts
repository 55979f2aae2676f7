import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, oneOf, refersTo, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { exclusions } from "./vocabulary.ts";

/** Votes as they were cast. A deleted account's ballots remain, but no longer refer to the account. */
export const ballots = sqliteTable(
  "ballots",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    listingId: deletedWith("listing_id", () => listings.id),
    siteId: refersTo("site_id", () => sites.id),
    /** The launch week in which the vote was cast. Once the week has closed, the ballot never changes. */
    week: text("week").notNull(),
    castAt: timestamp("cast_at").notNull(),
    excluded: text("excluded", { enum: exclusions }),
    note: text("note"),
  },
  (table) => [
    uniqueIndex("ballots_account").on(table.accountId, table.listingId),
    index("ballots_listing").on(table.listingId, table.excluded, table.castAt),
    index("ballots_week").on(table.siteId, table.week, table.excluded),
    check("ballots_excluded", sql`${table.excluded} IS NULL OR ${oneOf("excluded", exclusions)}`),
    check("ballots_note", sql`(${table.note} IS NOT NULL) = (${table.excluded} IS 'team')`),
  ],
);

/**
 * Votes in `vote_counts` without ballots. They were imported, or cast before ballots were kept, and cannot be
 * recounted.
 */
export const unballotedVotes = sqliteTable(
  "unballoted_votes",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    /** A period of `vote_counts`, or `all`. */
    period: text("period").notNull(),
    votes: integer("votes").notNull(),
    votedAt: timestamp("voted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.period] }),
    check("unballoted_votes_votes", sql`${table.votes} >= 0`),
  ],
);

/** The published ballots of closed weeks, as signed documents that never change. */
export const ballotSnapshots = sqliteTable(
  "ballot_snapshots",
  {
    siteId: deletedWith("site_id", () => sites.id),
    week: text("week").notNull(),
    document: text("document").notNull(),
    publicKey: text("public_key").notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.week] })],
);
