import { mergeSearchIndex } from "#db/queries/search/search-merge.ts";
import type { Store } from "#db/store/store.ts";
import { inSteps } from "./in-steps.ts";

/** Merges what many writes have left of the search index into one tree, which makes a search after an import several times as fast. */
export const mergeSearch = (write: Store["write"], signal?: AbortSignal): Promise<void> =>
  inSteps(write, true, async (tx, isFirst) => ((await mergeSearchIndex(tx, isFirst)) ? false : null), signal);
