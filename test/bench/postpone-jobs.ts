import { enqueue } from "#db/queries/common/jobs.ts";
import type { Tx } from "#db/store/store.ts";
import { scheduled } from "../support/server/scheduled.ts";

/** Discards the state of the server measured before, and postpones all scheduled work by an hour. */
export async function postponeScheduled(tx: Tx, now: Date): Promise<void> {
  tx.$client.run("DELETE FROM jobs");
  const runAt = new Date(now.getTime() + 3_600_000);
  for (const { kind, period } of scheduled()) await enqueue(tx, { kind, key: `${kind}:${period!(now)}`, runAt }, now);
}
