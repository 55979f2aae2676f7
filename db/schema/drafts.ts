import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, jsonArray, oneOf, refersTo, timestamp } from "./columns.ts";
import { assets, companies } from "./companies.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { draftStatuses, draftWriters } from "./vocabulary.ts";

export const companyOwners = sqliteTable(
  "company_owners",
  {
    companyId: deletedWith("company_id", () => companies.id),
    accountId: deletedWith("account_id", () => accounts.id),
    /** The source of the access: `draft:7`, `invite:3`, `claim:12`, `team`, `admin` or `demo`. */
    via: text("via").notNull(),
    invitedBy: integer("invited_by").references(() => accounts.id, { onDelete: "set null" }),
    /** When access became read-only because another account proved ownership or the proof for this access ended. */
    readOnlySince: timestamp("read_only_since"),
    /** Whether the owner wants to appear as a founder. Null for owners from before this choice existed. */
    appears: integer("appears", { mode: "boolean" }).default(true),
    askedAt: timestamp("asked_at"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.accountId] }),
    index("company_owners_account").on(table.accountId),
    index("company_owners_invited_by").on(table.invitedBy).where(sql`${table.invitedBy} IS NOT NULL`),
    index("company_owners_unasked")
      .on(table.accountId)
      .where(sql`${table.appears} IS NULL AND ${table.askedAt} IS NULL`),
  ],
);

export const drafts = sqliteTable(
  "drafts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: refersTo("site_id", () => sites.id),
    accountId: deletedWith("account_id", () => accounts.id),
    /** The URL as submitted or, after the crawl, the URL after redirects. */
    url: text("url").notNull(),
    urlKey: text("url_key").notNull(),
    arrivedKey: text("arrived_key").notNull(),
    status: text("status", { enum: draftStatuses }).notNull(),
    step: integer("step").notNull().default(0),
    steps: integer("steps").notNull(),
    note: text("note").notNull(),
    /** JSON objects defined in tools/drafts/shared/writing.ts. */
    fields: text("fields", { mode: "json" }).$type<object>().notNull().default(sql`'{}'`),
    evidence: text("evidence", { mode: "json" }).$type<object>().notNull().default(sql`'{}'`),
    /** Passages of the website from which the fields can be written, best first (tools/drafts/shared/writing.ts). */
    passages: jsonArray<{ id: string; url: string; quote: string; fetched_at: string; for: string[] }>("passages"),
    /** Slugs of categories that may fit, best first. */
    suggestedCategories: jsonArray<string>("suggested_categories"),
    warnings: jsonArray<{ code: string; message: string }>("warnings"),
    editedFields: jsonArray<string>("edited_fields"),
    logoHash: text("logo_hash").references(() => assets.hash),
    logoSource: text("logo_source"),
    screenshotHash: text("screenshot_hash").references(() => assets.hash),
    writtenBy: text("written_by", { enum: draftWriters }),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    listingId: integer("listing_id").references(() => listings.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [
    index("drafts_logo").on(table.logoHash).where(sql`${table.logoHash} IS NOT NULL`),
    index("drafts_screenshot").on(table.screenshotHash).where(sql`${table.screenshotHash} IS NOT NULL`),
    index("drafts_account").on(table.accountId, table.siteId, sql`${table.id} desc`),
    index("drafts_listing").on(table.listingId),
    index("drafts_expiry").on(table.expiresAt).where(sql`${table.status} NOT IN ('submitted', 'expired')`),
    uniqueIndex("drafts_open")
      .on(table.accountId, table.siteId, table.urlKey)
      .where(sql`${table.status} IN ('crawling', 'drafting', 'ready')`),
    check("drafts_status", oneOf("status", draftStatuses)),
    check("drafts_written_by", sql`${table.writtenBy} IS NULL OR ${oneOf("written_by", draftWriters)}`),
    check("drafts_error", sql`(${table.status} = 'failed') = (${table.errorCode} IS NOT NULL)`),
  ],
);

/** Crawled pages of a draft's website, so that an interrupted crawl can continue. */
export const draftPages = sqliteTable(
  "draft_pages",
  {
    draftId: deletedWith("draft_id", () => drafts.id),
    url: text("url").notNull(),
    position: integer("position").notNull(),
    /** A CrawledPage (tools/drafts/shared/crawled-page.ts) as JSON, compressed with zstd. */
    page: blob("page", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.url] })],
);

/** Invitations to a draft's company, to a listing's company, or to both once the draft is a listing. */
export const draftInvites = sqliteTable(
  "draft_invites",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    draftId: integer("draft_id").references(() => drafts.id, { onDelete: "cascade" }),
    listingId: integer("listing_id").references(() => listings.id, { onDelete: "set null" }),
    invitedBy: deletedWith("invited_by", () => accounts.id),
    email: text("email").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    acceptedBy: integer("accepted_by").references(() => accounts.id, { onDelete: "cascade" }),
    acceptedAt: timestamp("accepted_at"),
  },
  (table) => [
    uniqueIndex("draft_invites_email").on(table.draftId, table.email),
    uniqueIndex("draft_invites_listing").on(table.listingId, table.invitedBy, table.email),
    index("draft_invites_by_email").on(table.email),
    index("draft_invites_invited_by").on(table.invitedBy),
    index("draft_invites_accepted_by").on(table.acceptedBy),
    check("draft_invites_accepted", sql`(${table.acceptedBy} IS NULL) = (${table.acceptedAt} IS NULL)`),
  ],
);

/** Tokens used by the language model per UTC day. A reservation counts as used until it is settled. */
export const modelUsage = sqliteTable("model_usage", {
  day: text("day").primaryKey(),
  requests: integer("requests").notNull().default(0),
  inputTokens: integer("input_tokens").notNull().default(0),
  outputTokens: integer("output_tokens").notNull().default(0),
  reservedTokens: integer("reserved_tokens").notNull().default(0),
});
