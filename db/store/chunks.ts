/** The number of rows per statement, chosen so that other work waits for at most a few hundredths of a second. */
export const rowsAtOnce = 250;

export function* chunksOf<Item>(items: readonly Item[], size = rowsAtOnce): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
