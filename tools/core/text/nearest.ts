import { editDistance } from "#db/values/edit-distance.ts";

/** The candidate that was most likely meant by a text that is none of them, or null where nothing is near. */
export function nearest(text: string, candidates: Iterable<string>): string | null {
  const sought = letters(text);
  let best: string | null = null;
  // A quarter of the letters may be wrong, and one in the shortest names; but never all there are.
  let least = Math.min(Math.max(1, Math.floor(sought.length / 4)) + 1, Math.max(sought.length, 1));
  for (const candidate of candidates) {
    const distance = editDistance(sought, letters(candidate), least - 1);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Case and signs say nothing about what is meant: `perPage` and `per-page` are `per_page`. */
export const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
