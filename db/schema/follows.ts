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
    /**
     * The latest update that was mailed, or that existed when the account began to follow. Newer updates are still to
     * be mailed.
     */
    toldUpdateId: integer("told_update_id").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("follows_account").on(table.accountId, table.listingId),
    index("follows_listing").on(table.listingId),
  ],
);

/**
 * Searches that accounts follow on a site. Accounts get emails about new launches that match. A followed category is
 * stored as a search for it.
 */
export const followedSearches = sqliteTable(
  "followed_searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    siteId: deletedWith("site_id", () => sites.id),
    /** The filters as a query string in a fixed order, so that equal searches give equal strings. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Launches before this time were mailed, or happened before the account began to follow. */
    toldUntil: timestamp("told_until").notNull(),
    toldAt: timestamp("told_at"),
  },
  (table) => [
    uniqueIndex("followed_searches_account").on(table.accountId, table.siteId, table.query),
    index("followed_searches_query").on(table.siteId, table.query),
  ],
);
