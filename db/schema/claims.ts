import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, oneOf, timestamp } from "./columns.ts";
import { companies } from "./companies.ts";
import { listings } from "./listings.ts";
import { sites } from "./sites.ts";
import { claimMethods, claimStatuses, disputeStatuses } from "./vocabulary.ts";

export const claims = sqliteTable(
  "claims",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: deletedWith("site_id", () => sites.id),
    accountId: deletedWith("account_id", () => accounts.id),
    /** A claim made with a sandbox key is checked but has no effect. */
    isTest: integer("is_test", { mode: "boolean" }).notNull().default(false),
    listingId: integer("listing_id").references(() => listings.id, { onDelete: "set null" }),
    companyId: integer("company_id").references(() => companies.id, { onDelete: "set null" }),
    /** The listing's slug, which is kept when the listing is deleted. */
    slug: text("slug").notNull(),
    /** The product's URL at the time of the claim, where the proof is checked. */
    url: text("url").notNull(),
    method: text("method", { enum: claimMethods }).notNull(),
    /** The text to publish as proof. It becomes public, so it is stored unencrypted. */
    token: text("token").notNull().unique(),
    email: text("email"),
    linkHash: text("link_hash").unique(),
    linkSentAt: timestamp("link_sent_at"),
    linkExpiresAt: timestamp("link_expires_at"),
    status: text("status", { enum: claimStatuses }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    checkingSince: timestamp("checking_since"),
    checkedAt: timestamp("checked_at"),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** When the proof was first found. While a dispute is open, the proof has no effect. */
    provedAt: timestamp("proved_at"),
    verifiedUntil: timestamp("verified_until"),
    /** The number of consecutive checks that did not find the proof. */
    misses: integer("misses").notNull().default(0),
    nextCheckAt: timestamp("next_check_at"),
  },
  (table) => [
    index("claims_account").on(table.accountId, table.siteId, sql`${table.id} desc`),
    index("claims_company").on(table.companyId, table.status),
    index("claims_listing").on(table.listingId),
    index("claims_email").on(table.email, table.linkSentAt).where(sql`${table.email} IS NOT NULL`),
    index("claims_expiry").on(table.expiresAt).where(sql`${table.status} = 'pending'`),
    index("claims_recheck").on(table.nextCheckAt).where(sql`${table.status} = 'verified'`),
    check("claims_method", oneOf("method", claimMethods)),
    check("claims_status", oneOf("status", claimStatuses)),
    check("claims_email_method", sql`(${table.method} = 'email') = (${table.email} IS NOT NULL)`),
  ],
);

export const disputes = sqliteTable(
  "disputes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    claimId: deletedWith("claim_id", () => claims.id),
    status: text("status", { enum: disputeStatuses }).notNull().default("open"),
    reason: text("reason"),
    openedAt: timestamp("opened_at").notNull(),
    decidedAt: timestamp("decided_at"),
    decidedBy: integer("decided_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("disputes_claim").on(table.claimId),
    index("disputes_status").on(table.status, sql`${table.id} desc`),
    check("disputes_status_known", oneOf("status", disputeStatuses)),
  ],
);
