import { type Draft, draftById, isBeingBuilt } from "#db/queries/drafts/drafts.ts";
import type { Finish, JobContext } from "../core/operations/job.ts";

const lookEveryMs = 500;

class Discarded extends Error {}

/**
 * Runs a step of a draft if the draft has this status; otherwise does nothing. The step is aborted soon after the draft
 * is discarded. The step's last transaction runs only if the draft is still being built.
 */
export async function whileBuilding(
  { read, signal }: JobContext,
  draftId: number,
  status: "crawling" | "drafting",
  step: (draft: Draft, signal: AbortSignal) => Promise<Finish>,
): Promise<Finish | undefined> {
  const draft = await draftById(read, draftId);
  if (draft?.status !== status) return undefined;
  const stop = new AbortController();
  const look = setInterval(async () => {
    if (!(await isBeingBuilt(read, draftId).catch(() => true))) stop.abort(new Discarded());
  }, lookEveryMs);
  try {
    const finish = await step(draft, AbortSignal.any([signal, stop.signal]));
    return async (tx) => {
      if (await isBeingBuilt(tx, draftId)) await finish(tx);
    };
  } catch (error) {
    if (stop.signal.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(look);
  }
}
