import { sql } from "drizzle-orm";
import { check, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row: how far the database has come, where a server copies it to other machines. A file alone leaves it as it is. */
export const replication = sqliteTable(
  "replication",
  {
    id: integer("id").primaryKey(),
    /** One more with each new writer: what the one before still sends is refused. */
    fence: integer("fence").notNull(),
    /** Transactions committed so far. */
    transactions: integer("transactions").notNull(),
  },
  () => [check("replication_one_row", sql`id = 1`)],
);
