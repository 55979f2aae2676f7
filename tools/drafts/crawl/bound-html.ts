const maxTags = 60_000;
// Each "<" in text becomes a text node of its own, and a million of them take a second. Scripts contain a few thousand.
const maxBrackets = 100_000;
// For each end tag without a start tag, the rewriter searches all open elements. 100 million such steps take 0.2 s.
const maxSteps = 50_000_000;
const tag = /<(?:(\/?)([a-z][^\s/>]{0,31}))?/gi;
const withoutEnd = new Set(
  "area base br col embed hr img input link meta param source track wbr path circle rect line use".split(" "),
);

/** Elements that are usually written without end tags. They do not show how deeply a document is nested. */
const oftenUnclosed = new Set("p li dt dd option".split(" "));

export interface BoundHtml {
  html: string;
  isCut: boolean;
  tags: number;
  /** The maximum number of elements open at once, without those whose end tags are usually missing. */
  depth: number;
}

/** Cuts a document down to a part that can be read in well under a second, however its tags are nested. */
export function boundHtml(html: string): BoundHtml {
  const open = new Map<string, number>();
  let depth = 0;
  let unclosed = 0;
  let deepest = 0;
  let steps = 0;
  let tags = 0;
  let brackets = 0;
  for (const { 1: slash, 2: written, index } of html.matchAll(tag)) {
    if (tags >= maxTags || brackets >= maxBrackets || steps > maxSteps)
      return { html: html.slice(0, index), isCut: true, tags, depth: deepest };
    brackets++;
    if (written === undefined) continue;
    tags++;
    const name = written.toLowerCase();
    if (withoutEnd.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (slash === "") {
      open.set(name, count + 1);
      depth++;
      if (oftenUnclosed.has(name)) unclosed++;
      deepest = Math.max(deepest, depth - unclosed);
    } else if (count > 0) {
      open.set(name, count - 1);
      depth--;
      if (oftenUnclosed.has(name)) unclosed--;
    } else steps += depth;
  }
  return { html, isCut: false, tags, depth: deepest };
}
