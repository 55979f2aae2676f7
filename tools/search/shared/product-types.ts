import { isVague, phraseOf, queryWords } from "#db/queries/search/search-words.ts";

/** A kind of product, by the names that people give it. Phrases are the stems of their words, joined by spaces. */
export interface ProductType {
  name: string;
  /** Its name and its other names. */
  phrases: string[];
  /** Those of them that listings of other kinds say too: they tell what is asked for, not what a listing is. */
  isAmbiguous: Set<string>;
  /** Well-known products of this kind, listed or not, as they are written. */
  products: string[];
  /** The words of all these names as they are written. */
  words: Set<string>;
}

export interface KindFault {
  line: number;
  message: string;
}

const maxLines = 2000;
const listed = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/**
 * Reads lines of `kind: other names > products`, names and products separated by commas, `~` before a loose name, `#`
 * before a remark. A kind that is there twice has what both lines say.
 */
export function readProductTypes(text: string): { kinds: ProductType[]; faults: KindFault[] } {
  const kinds = new Map<string, ProductType>();
  const faults: KindFault[] = [];
  const lines = text.split("\n");
  if (lines.length > maxLines) faults.push({ line: maxLines + 1, message: `has more than ${maxLines} lines` });
  for (const [i, line] of lines.slice(0, maxLines).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    const [others = "", products = "", ...more] = line.slice(colon + 1).split(">");
    if (colon < 0 || phraseOf(name) === "") faults.push({ line: i + 1, message: 'must begin with a kind and ":"' });
    else if (more.length > 0) faults.push({ line: i + 1, message: 'has more than one ">"' });
    else addLine(kinds, name, listed(others), listed(products));
  }
  return { kinds: [...kinds.values()], faults };
}

function addLine(kinds: Map<string, ProductType>, name: string, others: string[], products: string[]): void {
  const key = phraseOf(name);
  const kind = kinds.get(key) ?? {
    name,
    phrases: [key],
    isAmbiguous: new Set<string>(),
    products: [],
    words: new Set(),
  };
  kinds.set(key, kind);
  for (const other of others) {
    const phrase = phraseOf(other.replace(/^~/, ""));
    if (phrase === "" || isVague(phrase)) continue;
    if (!kind.phrases.includes(phrase)) kind.phrases.push(phrase);
    if (other.startsWith("~")) kind.isAmbiguous.add(phrase);
  }
  kind.products.push(...products);
  for (const each of [name, ...others, ...products]) for (const word of queryWords(each)) kind.words.add(word);
}
