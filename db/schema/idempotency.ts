import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { deletedWith, timestamp } from "./columns.ts";

/** Responses to calls with an `Idempotency-Key`, so that repeating a call has no effect. The table is WITHOUT ROWID. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    accountId: deletedWith("account_id", () => accounts.id),
    isTest: integer("is_test", { mode: "boolean" }).notNull(),
    operation: text("operation").notNull(),
    key: text("key").notNull(),
    /** The SHA-256 hash of the site and the input in hexadecimal. */
    inputHash: text("input_hash").notNull(),
    /** The output or the problem as JSON. */
    answer: text("answer").notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.isTest, table.operation, table.key] }),
    index("idempotency_keys_age").on(table.createdAt),
  ],
);
