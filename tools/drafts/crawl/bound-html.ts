const maxTags = 60_000;
// To the rewriter, each "<" is a separate text node; a million of them take a second. Scripts contain a few thousand.
const maxBrackets = 100_000;
// For each end tag without a start tag, the rewriter searches all open elements. 100 million steps take 0.2 s.
const maxSteps = 50_000_000;
const tag = /<(?:(\/?)([a-z][^\s/>]{0,31}))?/gi;
const withoutEnd = new Set(
  "area base br col embed hr img input link meta param source track wbr path circle rect line use".split(" "),
);

/** Cuts a document down to a part that can be read in well under a second, however its tags are nested. */
export function boundHtml(html: string): { html: string; isCut: boolean } {
  const open = new Map<string, number>();
  let depth = 0;
  let steps = 0;
  let tags = 0;
  let brackets = 0;
  for (const { 1: slash, 2: written, index } of html.matchAll(tag)) {
    if (tags >= maxTags || brackets >= maxBrackets || steps > maxSteps)
      return { html: html.slice(0, index), isCut: true };
    brackets++;
    if (written === undefined) continue;
    tags++;
    const name = written.toLowerCase();
    if (withoutEnd.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (slash === "") {
      open.set(name, count + 1);
      depth++;
    } else if (count > 0) {
      open.set(name, count - 1);
      depth--;
    } else steps += depth;
  }
  return { html, isCut: false };
}
