/** The candidate that was most likely meant by a text that is none of them, or null where nothing is near. */
export function nearest(text: string, candidates: Iterable<string>): string | null {
  const sought = letters(text);
  let best: string | null = null;
  // A quarter of the letters may be wrong, and one in the shortest names; but never all there are.
  let least = Math.min(Math.max(1, Math.floor(sought.length / 4)) + 1, Math.max(sought.length, 1));
  for (const candidate of candidates) {
    const distance = distanceWithin(sought, letters(candidate), least);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Case and signs say nothing about what is meant: `perPage` and `per-page` are `per_page`. */
export const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Letters put in, left out, exchanged or swapped with their neighbour between two texts; `limit` where it is as many or more. */
function distanceWithin(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = last![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? beforeLast![j - 2]! + 1 : limit;
      row.push(Math.min(last![j]! + 1, row[j - 1]! + 1, exchanged, swapped));
    }
    if (Math.min(...row) >= limit) return limit;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last!.at(-1)!, limit);
}
