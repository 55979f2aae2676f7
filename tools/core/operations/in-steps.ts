import type { Store, Tx } from "#db/store/store.ts";

/** Long enough for other processes, which poll every five milliseconds, to write between two steps. */
const pauseMs = 10;

/** Makes a long change in small transactions. Each starts where the previous one stopped; null means done. */
export async function inSteps<Place>(
  write: Store["write"],
  first: Place,
  step: (tx: Tx, from: Place) => Promise<Place | null>,
  signal?: AbortSignal,
): Promise<undefined> {
  for (let next: Place | null = first; next !== null && !signal?.aborted; await Bun.sleep(pauseMs)) {
    const from: Place = next;
    next = await write((tx) => step(tx, from));
  }
}
