/** Names that other interfaces have for ours, without hyphens, underscores and capitals. */
const elsewhere = new Map([
  ["query", "q"],
  ["search", "q"],
  ["limit", "per_page"],
  ["pagesize", "per_page"],
  ["perpage", "per_page"],
  ["order", "sort"],
  ["orderby", "sort"],
  ["sortby", "sort"],
  ["categories", "category"],
  ["tags", "tag"],
  ["platforms", "platform"],
]);

/** The one of the known names that a wrong one was probably meant for, or null. */
export function probablyMeant(given: string, known: readonly string[]): string | null {
  const plain = folded(given.slice(0, longest));
  const alike = known.find((name) => folded(name) === plain) ?? elsewhere.get(plain);
  if (alike !== undefined && known.includes(alike)) return alike;
  // One slip in a short name, more in a long one; beyond that two names only happen to look alike.
  const [best] = known
    .map((name) => ({ name, slips: distance(plain, folded(name)) }))
    .filter(({ name, slips }) => slips <= Math.floor(Math.min(name.length, plain.length) / 3))
    .sort((a, b) => a.slips - b.slips);
  return best?.name ?? null;
}

const longest = 60;
const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Letters to add, drop, replace or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
