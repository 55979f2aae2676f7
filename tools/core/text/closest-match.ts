import { editDistance } from "#db/values/edit-distance.ts";

/** Returns null if no candidate is close. */
export function closestMatch(text: string, candidates: Iterable<string>): string | null {
  const sought = letters(text);
  let best: string | null = null;
  // Up to a quarter of the letters may be wrong, or one letter in a short text, but never all of them.
  let least = Math.min(Math.max(1, Math.floor(sought.length / 4)) + 1, Math.max(sought.length, 1));
  for (const candidate of candidates) {
    const distance = editDistance(sought, letters(candidate), least - 1);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Lower-cases text and removes punctuation, so that `perPage` and `per-page` match `per_page`. */
export const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
