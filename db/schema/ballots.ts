import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { oneOf, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { type Exclusion, exclusions } from "./vocabulary.ts";

/** Votes as people cast them. A deleted account leaves its ballots behind without the person. */
export const ballots = sqliteTable(
  "ballots",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    listingId: integer("listing_id")
      .notNull()
      .references(() => listings.id, { onDelete: "cascade" }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id),
    /** The launch week it was cast in; once that has closed the ballot stays as it is. */
    week: text("week").notNull(),
    castAt: timestamp("cast_at").notNull(),
    /** Why it does not count; null where it does. */
    excluded: text("excluded").$type<Exclusion>(),
    /** What the team said where it excluded the ballot itself. */
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
 * What stood in `vote_counts` before the first ballot was counted there: votes of the time before ballots were kept, or
 * that came with the directory, which nobody can recount.
 */
export const unballotedVotes = sqliteTable(
  "unballoted_votes",
  {
    listingId: integer("listing_id")
      .notNull()
      .references(() => listings.id, { onDelete: "cascade" }),
    /** A period of `vote_counts`, or `all`. */
    period: text("period").notNull(),
    votes: integer("votes").notNull(),
    /** When the last of them was cast; null where there are none. */
    votedAt: timestamp("voted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.period] }),
    check("unballoted_votes_votes", sql`${table.votes} >= 0`),
  ],
);

/** The ballots of closed weeks as they are published: a signed document, never written again. */
export const ballotSnapshots = sqliteTable(
  "ballot_snapshots",
  {
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    week: text("week").notNull(),
    document: text("document").notNull(),
    /** The key it is signed with, base64url. */
    publicKey: text("public_key").notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.week] })],
);
