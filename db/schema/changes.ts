import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { deletedWith, timestamp } from "./columns.ts";

/** Part of a record before or after a change, with the API's field names. */
export type Facts = Record<string, unknown>;

/** The audit log. Each transaction that changes the directory adds one row per change. */
export const changes = sqliteTable(
  "changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: timestamp("at").notNull(),
    action: text("action").notNull(),
    /** There are no foreign keys, because the ids must remain after the account or the site is deleted. */
    accountId: integer("account_id"),
    siteId: integer("site_id"),
    /**
     * The source of the change: `browser`, `mail` (a mailed link), `key:<id>`, `app:<client id>`, `job:<kind>`,
     * `webhook:<source>` or `admin:<system user>/<name given with --as>`. Older rows contain only `admin`.
     */
    via: text("via").notNull(),
    before: text("before", { mode: "json" }).$type<Facts>().notNull().default(sql`'{}'`),
    after: text("after", { mode: "json" }).$type<Facts>().notNull().default(sql`'{}'`),
    requestId: text("request_id"),
    approvedBy: integer("approved_by"),
  },
  (table) => [
    index("changes_account").on(table.accountId, table.id),
    index("changes_action").on(table.action, table.id),
    // In `after`, edits record which version they gave to which listing.
    index("changes_edits").on(table.id).where(sql`json_type(${table.after}, '$.versions') = 'object'`),
  ],
);

/**
 * Records such as `listing:12`. The first record is the one that the call was about; the others changed with it. The
 * table is WITHOUT ROWID.
 */
export const changeSubjects = sqliteTable(
  "change_subjects",
  {
    subject: text("subject").notNull(),
    changeId: deletedWith("change_id", () => changes.id),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.changeId] }),
    index("change_subjects_change").on(table.changeId),
  ],
);
