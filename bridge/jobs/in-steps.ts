import type { Store, Tx } from "#db/store/store.ts";

/** Long enough that other processes, which look every five milliseconds, get to write between two steps. */
const pauseMs = 10;

/** Makes a long change in small transactions, each from where the one before got to; one that answers null was the last. */
export async function inSteps<Place>(
  write: Store["write"],
  first: Place,
  step: (tx: Tx, from: Place) => Promise<Place | null>,
  signal?: AbortSignal,
): Promise<void> {
  for (let next: Place | null = first; next !== null && !signal?.aborted; await Bun.sleep(pauseMs)) {
    const from: Place = next;
    next = await write((tx) => step(tx, from));
  }
}
