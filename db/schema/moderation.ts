import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { changes, type Facts } from "./changes.ts";
import { deletedWith, oneOf, refersTo, timestamp } from "./columns.ts";
import { listings } from "./listings.ts";
import { posts, sites } from "./sites.ts";
import {
  answerOutcomes,
  caseKinds,
  decidedStatuses,
  decisionGrounds,
  decisionOrigins,
  flagKinds,
  flagOutcomes,
  hideableStatuses,
  reportKinds,
  reportOutcomes,
  textSources,
} from "./vocabulary.ts";

/** Problems reported by visitors. Reporters who give no email address leave no personal data. */
export const listingReports = sqliteTable(
  "listing_reports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    listingId: deletedWith("listing_id", () => listings.id),
    kind: text("kind", { enum: reportKinds }).notNull(),
    sentence: text("sentence").notNull().default(""),
    /** The reporter's email address, to which the outcome is sent. It is deleted when the report is closed. */
    email: text("email"),
    createdAt: timestamp("created_at").notNull(),
    outcome: text("outcome", { enum: reportOutcomes }),
    reason: text("reason"),
    decidedAt: timestamp("decided_at"),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    index("listing_reports_listing").on(table.listingId, table.id),
    index("listing_reports_open").on(table.id).where(sql`${table.outcome} IS NULL`),
    // The team's lists read the latest decided cases, and those of one listing, from these indexes.
    index("listing_reports_latest").on(table.decidedAt, table.listingId).where(sql`${table.outcome} IS NOT NULL`),
    index("listing_reports_email").on(table.email).where(sql`${table.email} IS NOT NULL`),
    check("listing_reports_kind", oneOf("kind", reportKinds)),
    check("listing_reports_outcome", sql`${table.outcome} IS NULL OR ${oneOf("outcome", reportOutcomes)}`),
    check(
      "listing_reports_decided",
      sql`(${table.outcome} IS NULL) = (${table.decidedAt} IS NULL) AND (${table.outcome} IS NULL) = (${table.reason} IS NULL)`,
    ),
  ],
);

/**
 * Statements of reasons (Regulation (EU) 2022/2065, article 17): the team's decision about a listing, its reason, the
 * owners' answer and the outcome. The latest decision applies for as long as the listing has the status that the
 * decision set.
 */
export const decisions = sqliteTable(
  "decisions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    listingId: deletedWith("listing_id", () => listings.id),
    status: text("status", { enum: decidedStatuses }).notNull(),
    ground: text("ground", { enum: decisionGrounds }).notNull(),
    clause: text("clause"),
    facts: text("facts").notNull(),
    origin: text("origin", { enum: decisionOrigins }).notNull(),
    decidedAt: timestamp("decided_at").notNull(),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
    answer: text("answer"),
    answeredAt: timestamp("answered_at"),
    answeredBy: integer("answered_by").references(() => accounts.id, { onDelete: "set null" }),
    outcome: text("outcome", { enum: answerOutcomes }),
    outcomeReason: text("outcome_reason"),
    outcomeAt: timestamp("outcome_at"),
    outcomeBy: integer("outcome_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    index("decisions_listing").on(table.listingId, table.id),
    index("decisions_answered").on(table.answeredAt).where(sql`answer IS NOT NULL AND outcome IS NULL`),
    // drizzle-kit splits expressions at commas.
    index("decisions_latest").on(
      sql`CASE WHEN outcome_at IS NULL THEN decided_at ELSE outcome_at END`,
      table.listingId,
    ),
    check("decisions_status", oneOf("status", decidedStatuses)),
    check("decisions_ground", oneOf("ground", decisionGrounds)),
    check("decisions_origin", oneOf("origin", decisionOrigins)),
    check("decisions_answer", sql`(${table.answer} IS NULL) = (${table.answeredAt} IS NULL)`),
    check("decisions_outcome", sql`${table.outcome} IS NULL OR ${oneOf("outcome", answerOutcomes)}`),
    check("decisions_settled", sql`(${table.outcome} IS NULL) = (${table.outcomeAt} IS NULL)`),
  ],
);

/**
 * Listings that the suspension of an account hid, with their former status. Their plan and week do not change. A
 * listing that the team decides about meanwhile keeps its row, for the day when that decision is reversed.
 */
export const hiddenListings = sqliteTable(
  "hidden_listings",
  {
    listingId: integer("listing_id")
      .primaryKey()
      .references(() => listings.id, { onDelete: "cascade" }),
    status: text("status", { enum: hideableStatuses }).notNull(),
    hiddenAt: timestamp("hidden_at").notNull(),
  },
  () => [check("hidden_listings_status", oneOf("status", hideableStatuses))],
);

/**
 * Reviews before launch, at most one for each listing. A row without `approved_at` blocks the launch; refusing the
 * listing deletes the row.
 */
export const listingReviews = sqliteTable(
  "listing_reviews",
  {
    listingId: integer("listing_id")
      .primaryKey()
      .references(() => listings.id, { onDelete: "cascade" }),
    siteId: refersTo("site_id", () => sites.id),
    requestedAt: timestamp("requested_at").notNull(),
    /** The change that the team asked for. Any later version of the listing continues the review. */
    changeText: text("change_text"),
    changeVersion: integer("change_version"),
    decidedAt: timestamp("decided_at"),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
    approvedAt: timestamp("approved_at"),
  },
  (table) => [
    index("listing_reviews_open").on(table.siteId, table.requestedAt).where(sql`approved_at IS NULL`),
    index("listing_reviews_decided_by").on(table.decidedBy).where(sql`${table.decidedBy} IS NOT NULL`),
    check("listing_reviews_change", sql`(${table.changeText} IS NULL) = (${table.changeVersion} IS NULL)`),
  ],
);

export const textFlags = sqliteTable(
  "text_flags",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: refersTo("site_id", () => sites.id),
    listingId: integer("listing_id").references(() => listings.id, { onDelete: "cascade" }),
    postId: integer("post_id").references(() => posts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: flagKinds }).notNull(),
    field: text("field").notNull(),
    sentence: text("sentence").notNull(),
    foundAt: timestamp("found_at").notNull(),
    outcome: text("outcome", { enum: flagOutcomes }),
    reason: text("reason"),
    decidedAt: timestamp("decided_at"),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    index("text_flags_listing").on(table.listingId),
    index("text_flags_post").on(table.postId),
    index("text_flags_open").on(table.siteId, table.id).where(sql`outcome IS NULL`),
    index("text_flags_latest").on(table.siteId, table.decidedAt, table.listingId).where(sql`outcome IS NOT NULL`),
    check("text_flags_kind", oneOf("kind", flagKinds)),
    check("text_flags_source", sql`(${table.listingId} IS NULL) <> (${table.postId} IS NULL)`),
    check("text_flags_outcome", sql`${table.outcome} IS NULL OR ${oneOf("outcome", flagOutcomes)}`),
    check("text_flags_decided", sql`(${table.outcome} IS NULL) = (${table.decidedAt} IS NULL)`),
  ],
);

/** The cases that each member of the team has seen. A case counts as unseen again if something happened to it later. */
export const caseSeen = sqliteTable(
  "case_seen",
  {
    kind: text("kind", { enum: caseKinds }).notNull(),
    itemId: integer("item_id").notNull(),
    accountId: deletedWith("account_id", () => accounts.id),
    seenAt: timestamp("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.itemId] })],
);

/** The member who works on a case. */
export const caseAssignees = sqliteTable(
  "case_assignees",
  {
    kind: text("kind", { enum: caseKinds }).notNull(),
    itemId: integer("item_id").notNull(),
    accountId: deletedWith("account_id", () => accounts.id),
    assignedAt: timestamp("assigned_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.itemId] }), index("case_assignees_account").on(table.accountId)],
);

/** The changes of a decision while it can be undone: rows before and after, and the emails that wait until then. */
export const decisionUndos = sqliteTable(
  "decision_undos",
  {
    changeId: integer("change_id")
      .primaryKey()
      .references(() => changes.id, { onDelete: "cascade" }),
    siteId: deletedWith("site_id", () => sites.id),
    listingId: deletedWith("listing_id", () => listings.id),
    /** Ids of the waiting emails. */
    mails: text("mails", { mode: "json" }).$type<number[]>().notNull(),
    before: text("before", { mode: "json" }).$type<Facts>().notNull(),
    after: text("after", { mode: "json" }).$type<Facts>().notNull(),
    until: timestamp("until").notNull(),
  },
  (table) => [
    index("decision_undos_until").on(table.siteId, table.until),
    index("decision_undos_listing").on(table.listingId),
  ],
);

/** A decision about many cases, which a job makes one by one as the member who started it. */
export const bulkActions = sqliteTable(
  "bulk_actions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: deletedWith("site_id", () => sites.id),
    accountId: deletedWith("account_id", () => accounts.id),
    operation: text("operation").notNull(),
    /** The input that all items share, and the rest of the input of each item. */
    shared: text("shared", { mode: "json" }).$type<Facts>().notNull(),
    items: text("items", { mode: "json" }).$type<Facts[]>().notNull(),
    /** The number of items that have been processed. The job continues here after a stop. */
    position: integer("position").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    /** The number of items that the team had already decided. */
    skipped: integer("skipped").notNull().default(0),
    /** The first items that failed or were skipped, with the reason. */
    failures: text("failures", { mode: "json" })
      .$type<{ item: Facts; reason: string }[]>()
      .notNull()
      .default(sql`'[]'`),
    createdAt: timestamp("created_at").notNull(),
    finishedAt: timestamp("finished_at"),
  },
  (table) => [index("bulk_actions_account").on(table.accountId)],
);

/** Listings and posts whose changed text must be scanned. Triggers add a row whenever their text changes. */
export const textsToCheck = sqliteTable(
  "texts_to_check",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    source: text("source", { enum: textSources }).notNull(),
    sourceId: integer("source_id").notNull(),
  },
  () => [check("texts_to_check_source", oneOf("source", textSources))],
);
