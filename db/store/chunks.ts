/** Rows of a statement: others wait for this process some hundredths of a second at most. */
export const rowsAtOnce = 250;

/** Some at a time, in their order: what a statement takes of a set that may be large. */
export function* chunksOf<Item>(items: readonly Item[], size = rowsAtOnce): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
