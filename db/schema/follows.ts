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
    /** The latest update that was mailed, or that existed when the account began to follow. Later ones come next. */
    toldUpdateId: integer("told_update_id").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("follows_account").on(table.accountId, table.listingId),
    index("follows_listing").on(table.listingId),
  ],
);

/** Accounts that receive new launches matching a search on a site. A followed category is stored as its search. */
export const followedSearches = sqliteTable(
  "followed_searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    siteId: deletedWith("site_id", () => sites.id),
    /** The filters as a query string in a fixed order, so that equal searches give equal strings. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Launches before this time were mailed, or had taken place when the account began to follow. */
    toldUntil: timestamp("told_until").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("followed_searches_account").on(table.accountId, table.siteId, table.query),
    index("followed_searches_query").on(table.siteId, table.query),
  ],
);
