import { index, integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { timestamp } from "./columns.ts";
import { listings } from "./listings.ts";

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
