import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, oneOf, refersTo, timestamp } from "./columns.ts";
import { companies } from "./companies.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { duplicateReasons } from "./vocabulary.ts";

/** Pairs of listings of a site that are probably about the same product. A dismissed pair is not found again. */
export const duplicatePairs = sqliteTable(
  "duplicate_pairs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: refersTo("site_id", () => sites.id),
    /** The older listing. */
    listingId: deletedWith("listing_id", () => listings.id),
    otherId: deletedWith("other_id", () => listings.id),
    reason: text("reason", { enum: duplicateReasons }).notNull(),
    score: integer("score").notNull(),
    foundAt: timestamp("found_at").notNull(),
    dismissedAt: timestamp("dismissed_at"),
    dismissedBy: integer("dismissed_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("duplicate_pairs_listings").on(table.listingId, table.otherId),
    index("duplicate_pairs_other").on(table.otherId),
    index("duplicate_pairs_open")
      .on(table.siteId, sql`${table.score} desc`, sql`${table.id} desc`)
      .where(sql`${table.dismissedAt} IS NULL`),
    check("duplicate_pairs_reason", oneOf("reason", duplicateReasons)),
    check("duplicate_pairs_order", sql`${table.listingId} < ${table.otherId}`),
    check("duplicate_pairs_score", sql`${table.score} BETWEEN 0 AND 100`),
  ],
);

/**
 * Hashes that near-duplicates have in common, so that finding them needs no comparison with every listing. The table is
 * WITHOUT ROWID (migration 0055).
 */
export const duplicateKeys = sqliteTable(
  "duplicate_keys",
  {
    siteId: refersTo("site_id", () => sites.id),
    key: integer("key").notNull(),
    listingId: deletedWith("listing_id", () => listings.id),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.key, table.listingId] }),
    index("duplicate_keys_listing").on(table.listingId),
  ],
);

export const nameKeys = sqliteTable(
  "name_keys",
  {
    /** The id increases with each new name, so it shows which name is older. */
    id: integer("id").primaryKey(),
    companyId: integer("company_id")
      .notNull()
      .unique()
      .references(() => companies.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The name in lower case. Several products may have names that differ only in case. */
    plain: text("plain").notNull(),
    key: text("key").notNull(),
  },
  (table) => [index("name_keys_key").on(table.key, table.id)],
);
