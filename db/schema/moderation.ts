import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { oneOf, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { type ReportKind, type ReportOutcome, reportKinds, reportOutcomes } from "./vocabulary.ts";

/** What visitors say is wrong with a listing. Of those without an account nothing is kept. */
export const listingReports = sqliteTable(
  "listing_reports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    listingId: integer("listing_id")
      .notNull()
      .references(() => listings.id, { onDelete: "cascade" }),
    kind: text("kind").$type<ReportKind>().notNull(),
    sentence: text("sentence").notNull().default(""),
    createdAt: timestamp("created_at").notNull(),
    outcome: text("outcome").$type<ReportOutcome>(),
    /** What the team said where it decided. */
    reason: text("reason"),
    decidedAt: timestamp("decided_at"),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    index("listing_reports_listing").on(table.listingId, table.id),
    index("listing_reports_open").on(table.id).where(sql`${table.outcome} IS NULL`),
    check("listing_reports_kind", oneOf("kind", reportKinds)),
    check("listing_reports_outcome", sql`${table.outcome} IS NULL OR ${oneOf("outcome", reportOutcomes)}`),
    check(
      "listing_reports_decided",
      sql`(${table.outcome} IS NULL) = (${table.decidedAt} IS NULL) AND (${table.outcome} IS NULL) = (${table.reason} IS NULL)`,
    ),
  ],
);
