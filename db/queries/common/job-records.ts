import { desc, eq } from "drizzle-orm";
import { jobs } from "../../schema/jobs.ts";
import type { JobState } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export async function endLease(
  tx: Tx,
  id: number,
  outcome: { state: "done" | "dead"; error?: string } | { state: "queued"; error?: string; runAt: Date },
  now: Date,
): Promise<void> {
  await tx
    .update(jobs)
    .set({
      state: outcome.state,
      leaseOwner: null,
      leaseUntil: null,
      lastError: outcome.error ?? null,
      ...(outcome.state === "queued" ? { runAt: outcome.runAt.toISOString() } : { finishedAt: now.toISOString() }),
    })
    .where(eq(jobs.id, id));
}

export type Job = typeof jobs.$inferSelect;

export const listJobs = async (db: Db, state: JobState | undefined, limit: number, offset = 0): Promise<Job[]> =>
  db
    .select()
    .from(jobs)
    .where(state && eq(jobs.state, state))
    .orderBy(desc(jobs.id))
    .limit(limit)
    .offset(offset);

export const jobById = async (db: Db, id: number): Promise<Job | undefined> =>
  db.select().from(jobs).where(eq(jobs.id, id)).get();
