import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { oneOf, timestamp } from "./columns.ts";
import { type JobState, jobStates } from "./vocabulary.ts";

export const jobs = sqliteTable(
  "jobs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    kind: text("kind").notNull(),
    /** There is one job per key until 30 days after it ends. The key of scheduled work contains its period. */
    key: text("key").notNull().unique(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    state: text("state", { enum: jobStates }).notNull().default("queued"),
    /** Only one job in a lane, such as a host, runs at a time. */
    lane: text("lane"),
    runAt: timestamp("run_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    maxAttempts: integer("max_attempts").notNull().default(8),
    leaseOwner: text("lease_owner"),
    leaseUntil: timestamp("lease_until"),
    lastError: text("last_error"),
    createdAt: timestamp("created_at").notNull(),
    finishedAt: timestamp("finished_at"),
  },
  (table) => [
    index("jobs_due").on(table.state, table.kind, table.runAt),
    index("jobs_leases").on(table.state, table.leaseUntil),
    index("jobs_finished").on(table.finishedAt).where(sql`${table.finishedAt} IS NOT NULL`),
    index("jobs_lanes").on(table.lane).where(sql`${table.state} = 'leased' AND ${table.lane} IS NOT NULL`),
    check("jobs_state", oneOf("state", jobStates)),
    check(
      "jobs_lease",
      sql`(${table.state} = 'leased') = (${table.leaseOwner} IS NOT NULL AND ${table.leaseUntil} IS NOT NULL)`,
    ),
  ],
);

/** The number of jobs that ended in each state. A trigger counts them, because `jobs` keeps rows for only 30 days. */
export const jobTotals = sqliteTable("job_totals", {
  state: text("state").$type<Extract<JobState, "done" | "dead">>().primaryKey(),
  total: integer("total").notNull(),
});
