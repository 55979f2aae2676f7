/** Number of rows per statement, so that other work waits for at most a few hundredths of a second. */
export const rowsAtOnce = 250;

/** Splits a large set into parts that one statement can take, in their order. */
export function* chunksOf<Item>(items: readonly Item[], size = rowsAtOnce): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
