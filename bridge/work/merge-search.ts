import { mergeSearchIndex } from "../../db/queries/search-merge.ts";
import type { Store } from "../../db/store.ts";

/** Long enough that other processes, which look every five milliseconds, get to write between two steps. */
const pauseMs = 10;

/** Merges what many writes have left of the search index into one tree, which makes a search after an import several times as fast. */
export async function mergeSearch(write: Store["write"], signal?: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal?.aborted && (await write((tx) => mergeSearchIndex(tx, isFirst))); isFirst = false)
    await Bun.sleep(pauseMs);
}
