import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";

/** Accounts that are told of a listing's updates. */
export const follows = sqliteTable(
  "follows",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    listingId: integer("listing_id")
      .notNull()
      .references(() => listings.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at").notNull(),
    /** The latest update that was mailed, or was there before they followed: what comes after it is told next. */
    toldUpdateId: integer("told_update_id").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("follows_account").on(table.accountId, table.listingId),
    index("follows_listing").on(table.listingId),
  ],
);

/** Accounts that are told of launches which a search of a site finds; a category is followed as the search for it. */
export const followedSearches = sqliteTable(
  "followed_searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** Its filters as the query of an address, in one order, so that one search has one text. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Launches before this are told, or were there before they followed. */
    toldUntil: timestamp("told_until").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("followed_searches_account").on(table.accountId, table.siteId, table.query),
    index("followed_searches_query").on(table.siteId, table.query),
  ],
);
