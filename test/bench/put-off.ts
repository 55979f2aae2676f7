import { periodicJobs } from "#bridge/jobs/periodic.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import type { Tx } from "#db/store/store.ts";

/** Forgets what the server that was measured before has done, and puts all periodic work off for an hour. */
export async function putOffPeriodic(tx: Tx, now: Date): Promise<void> {
  tx.$client.run("DELETE FROM jobs");
  const runAt = new Date(now.getTime() + 3_600_000);
  for (const { kind, period } of periodicJobs) await enqueue(tx, { kind, key: `${kind}:${period(now)}`, runAt }, now);
}
