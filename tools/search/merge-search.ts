import { mergeSearchIndex } from "#db/queries/search/search-merge.ts";
import type { Store } from "#db/store/store.ts";
import { inSteps } from "../core/operations/in-steps.ts";

/** Merges the search index into one tree, which makes searches after an import several times as fast. */
export const mergeSearch = (write: Store["write"], signal?: AbortSignal): Promise<undefined> =>
  inSteps(write, true, async (tx, isFirst) => ((await mergeSearchIndex(tx, isFirst)) ? false : null), signal);
