/** How many slips a word may have: what is shorter is too near to too many others. */
export const slipsAllowed = (written: string) => (written.length < 4 ? 0 : written.length < 7 ? 1 : 2);

/**
 * How many letters are left out, too many or exchanged, or neighbours swapped, between two words (restricted
 * Damerau-Levenshtein distance); `most + 1` where it is more than `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
}

/** Those of `candidates` that are as few slips away as any, and no more than are allowed. */
export function nearest(written: string, candidates: Iterable<string>): string[] {
  let most = slipsAllowed(written);
  let found: string[] = [];
  if (most === 0) return found;
  for (const candidate of candidates) {
    const slips = slipsBetween(written, candidate, most);
    if (slips > most) continue;
    if (slips < most) found = [];
    most = slips;
    found.push(candidate);
  }
  return found;
}
