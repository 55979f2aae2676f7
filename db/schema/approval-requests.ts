import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import type { Facts } from "./changes.ts";
import { deletedWith, oneOf, timestamp } from "./columns.ts";
import { sites } from "./sites.ts";
import { approvalDecisions } from "./vocabulary.ts";

export const approvalRequests = sqliteTable(
  "approval_requests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: deletedWith("account_id", () => accounts.id),
    siteId: deletedWith("site_id", () => sites.id),
    /** There is no foreign key, because the decision must remain known after the key or grant is deleted. */
    credentialKind: text("credential_kind").$type<"key" | "grant">().notNull(),
    credentialId: integer("credential_id").notNull(),
    operation: text("operation").notNull(),
    input: text("input", { mode: "json" }).$type<Facts>().notNull(),
    /** The SHA-256 hash of the site, input and idempotency key in hexadecimal. It identifies a repeated call. */
    inputHash: text("input_hash").notNull(),
    reason: text("reason").notNull(),
    before: text("before", { mode: "json" }).$type<Facts>().notNull(),
    after: text("after", { mode: "json" }).$type<Facts>().notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    decision: text("decision", { enum: approvalDecisions }),
    decidedAt: timestamp("decided_at"),
    /** The response to the approved call as JSON. */
    answer: text("answer"),
  },
  (table) => [
    index("approval_requests_account").on(table.accountId, table.id),
    index("approval_requests_call").on(table.credentialKind, table.credentialId, table.operation, table.inputHash),
    index("approval_requests_age").on(table.expiresAt),
    check("approval_requests_decision", sql`${table.decision} IS NULL OR ${oneOf("decision", approvalDecisions)}`),
    check("approval_requests_decided", sql`(${table.decision} IS NULL) = (${table.decidedAt} IS NULL)`),
  ],
);
