/**
 * Returns the quality of a media type, from 0 (not acceptable) to 1, according to the most specific range in `Accept`
 * (RFC 9110, 12.5.1). A missing or empty header accepts everything.
 */
export function quality(accept: string | null, type: string): number {
  if (accept === null || accept.trim() === "") return 1;
  const ranges = rangesOf(accept);
  for (const range of [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"]) {
    const wanted = ranges.get(range);
    if (wanted !== undefined) return wanted;
  }
  return 0;
}

/** Returns whether `Accept` names the media type itself. A wildcard does not tell us what a client supports. */
export const isNamed = (accept: string | null, type: string): boolean => accept !== null && rangesOf(accept).has(type);

// Parsed headers are cached, because clients send only a few different ones.
const known = new Map<string, Map<string, number>>();
const maxKnown = 256;

function rangesOf(accept: string): Map<string, number> {
  const parsed = known.get(accept);
  if (parsed) return parsed;
  const ranges = new Map<string, number>();
  for (const entry of accept.split(",")) {
    const [type, ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.map((parameter) => /^q\s*=\s*([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
    if (type) ranges.set(type, Math.min(1, Number(weight ?? 1) || 0));
  }
  if (known.size >= maxKnown) known.clear();
  known.set(accept, ranges);
  return ranges;
}
