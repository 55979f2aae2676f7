import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";

export const follows = sqliteTable(
  "follows",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    listingId: deletedWith("listing_id", () => listings.id),
    createdAt: timestamp("created_at").notNull(),
    /** The latest update that was mailed, or that existed when they followed. Later updates come next. */
    toldUpdateId: integer("told_update_id").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("follows_account").on(table.accountId, table.listingId),
    index("follows_listing").on(table.listingId),
  ],
);

/** Accounts that receive launches matching a search of a site. A followed category is stored as its search. */
export const followedSearches = sqliteTable(
  "followed_searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    siteId: deletedWith("site_id", () => sites.id),
    /** The filters as a query string in a fixed order, so that one search has one text. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Launches before this time were mailed, or existed when they followed. */
    toldUntil: timestamp("told_until").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("followed_searches_account").on(table.accountId, table.siteId, table.query),
    index("followed_searches_query").on(table.siteId, table.query),
  ],
);
