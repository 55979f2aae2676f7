import type { Store, Tx } from "#db/store/store.ts";

/** Long enough for other processes, which poll every five milliseconds, to write between two steps. */
const pauseMs = 10;

/**
 * Makes a long change in small transactions. Each step starts where the previous one stopped; null means that the work
 * is done.
 */
export async function inSteps<Position>(
  write: Store["write"],
  first: Position,
  step: (tx: Tx, from: Position) => Promise<Position | null>,
  signal?: AbortSignal,
): Promise<undefined> {
  for (let next: Position | null = first; next !== null && !signal?.aborted; await Bun.sleep(pauseMs)) {
    const from: Position = next;
    next = await write((tx) => step(tx, from));
  }
}
