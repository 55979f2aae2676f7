import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/** Part of a record before or after a change, by the names its readers know. */
export type Facts = Record<string, unknown>;

/**
 * The audit log: who did what to what, through what, and what it was before and after. One row for each change
 * of the directory, in its transaction; version history, the team's copies, mails and feeds are read from it.
 */
export const changes = sqliteTable(
  "changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: timestamp("at").notNull(),
    /** Operation, or what signing in did, such as `start_session`. */
    action: text("action").notNull(),
    /** Kept when the account or the site is gone, so no foreign keys. */
    accountId: integer("account_id"),
    siteId: integer("site_id"),
    /** `browser`, `mail` (a link that a mail carried), `key:<id>`, `app:<client id>`, `admin`, `job:<kind>`, `webhook:<source>`. */
    via: text("via").notNull(),
    before: text("before", { mode: "json" }).$type<Facts>().notNull().default(sql`'{}'`),
    after: text("after", { mode: "json" }).$type<Facts>().notNull().default(sql`'{}'`),
    requestId: text("request_id"),
    /** The account whose person approved it, where an app or key had to ask. */
    approvedBy: integer("approved_by"),
  },
  (table) => [
    index("changes_account").on(table.accountId, table.id),
    index("changes_action").on(table.action, table.id),
    // Edits say in `after` which version they gave to which listing.
    index("changes_edits").on(table.id).where(sql`json_type(${table.after}, '$.versions') = 'object'`),
  ],
);

/** What a change was of, such as `listing:12`; the first is what was meant, others changed with it. WITHOUT ROWID. */
export const changeSubjects = sqliteTable(
  "change_subjects",
  {
    subject: text("subject").notNull(),
    changeId: integer("change_id")
      .notNull()
      .references(() => changes.id, { onDelete: "cascade" }),
    position: integer("position").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.changeId] }),
    index("change_subjects_change").on(table.changeId),
  ],
);
