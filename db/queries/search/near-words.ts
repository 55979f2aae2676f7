import { editDistance } from "../../values/edit-distance.ts";

/** The number of typos allowed. Short words allow none, because they are close to too many other words. */
export const slipsAllowed = (written: string) => (written.length < 4 ? 0 : written.length < 6 ? 1 : 2);

export function nearest(written: string, candidates: Iterable<string>): string[] {
  let most = slipsAllowed(written);
  let found: string[] = [];
  if (most === 0) return found;
  for (const candidate of candidates) {
    const slips = editDistance(written, candidate, most);
    if (slips > most) continue;
    if (slips < most) found = [];
    most = slips;
    found.push(candidate);
  }
  return found;
}
