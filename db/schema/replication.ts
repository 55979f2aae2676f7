import { sql } from "drizzle-orm";
import { check, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row with the position of the database, if a server replicates it. A local file does not change it. */
export const replication = sqliteTable(
  "replication",
  {
    id: integer("id").primaryKey(),
    /** Increases with each new writer. Statements of former writers are then refused. */
    fence: integer("fence").notNull(),
    transactions: integer("transactions").notNull(),
  },
  () => [check("replication_one_row", sql`id = 1`)],
);
