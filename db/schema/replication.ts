import { sql } from "drizzle-orm";
import { check, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** A single row with the replication position of the database. Writes to a local file do not change it. */
export const replication = sqliteTable(
  "replication",
  {
    id: integer("id").primaryKey(),
    /** The fence increases with each new writer. Statements of former writers are then refused. */
    fence: integer("fence").notNull(),
    transactions: integer("transactions").notNull(),
  },
  () => [check("replication_one_row", sql`id = 1`)],
);
