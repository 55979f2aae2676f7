import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { deletedWith, jsonArray, refersTo, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";

/** Products that listings name as what they replace. They need not be listed. */
export const subjects = sqliteTable(
  "subjects",
  {
    id: integer("id").primaryKey(),
    siteId: refersTo("site_id", () => sites.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    /** Only the team and imports set the URL. Then only a listing on the same host is this product. */
    url: text("url"),
    alsoKnownAs: jsonArray<string>("also_known_as"),
  },
  (table) => [uniqueIndex("subjects_slug").on(table.siteId, table.slug)],
);

/** The keys of a subject's names and URL (`nameKey`). The table is WITHOUT ROWID (migration 0066). */
export const subjectKeys = sqliteTable(
  "subject_keys",
  {
    siteId: refersTo("site_id", () => sites.id),
    key: text("key").notNull(),
    subjectId: deletedWith("subject_id", () => subjects.id),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.key] }), index("subject_keys_subject").on(table.subjectId)],
);

/** The subjects that each live listing names. The table is WITHOUT ROWID (migration 0066). */
export const listingSubjects = sqliteTable(
  "listing_subjects",
  {
    listingId: deletedWith("listing_id", () => listings.id),
    subjectId: deletedWith("subject_id", () => subjects.id),
    /** The name as the listing writes it. */
    name: text("name").notNull(),
    since: timestamp("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.subjectId] }),
    index("listing_subjects_subject").on(table.subjectId, table.since),
  ],
);
