import { mergeSearchIndex } from "../../db/queries/search-merge.ts";
import type { Store } from "../../db/store.ts";

/** Long enough that other processes, which look every five milliseconds, get to write between two steps. */
const pauseMs = 10;

/** Merges what many writes have left of the search index, which halves the time of a search after a large import. */
export async function mergeSearch(write: Store["write"], signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await write(mergeSearchIndex))) await Bun.sleep(pauseMs);
}
