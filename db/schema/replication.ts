import { sql } from "drizzle-orm";
import { check, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** A single row with the database's position, if a server replicates it. Writes to a local file do not change it. */
export const replication = sqliteTable(
  "replication",
  {
    id: integer("id").primaryKey(),
    /** Increases with each new writer. After that, statements of former writers are refused. */
    fence: integer("fence").notNull(),
    transactions: integer("transactions").notNull(),
  },
  () => [check("replication_one_row", sql`id = 1`)],
);
