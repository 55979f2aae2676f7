import { isVague, phraseOf, queryWords } from "#db/queries/search/search-words.ts";

/** A kind of product. Its phrases are the stems of the words in its names, joined by spaces. */
export interface ProductType {
  name: string;
  phrases: string[];
  /** Phrases that listings of other kinds use too. They classify a query, but not a listing. */
  isAmbiguous: Set<string>;
  /** Well-known products of this kind, whether listed here or not. */
  products: string[];
  /** Everyday words that suggest the kind without naming it, in the form of `phrases`. */
  hints: string[];
}

export interface ProductTypes {
  kinds: ProductType[];
  /** The unstemmed words of the names of all kinds and products. */
  words: Set<string>;
}

export interface KindFault {
  line: number;
  message: string;
}

const maxLines = 10_000;
const listed = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/**
 * Reads lines in the form `kind: other names > products ? hints`. Commas separate the entries, `~` precedes an ambiguous
 * name and `#` a comment. Several lines of one kind are merged.
 */
export function readProductTypes(text: string): ProductTypes & { faults: KindFault[] } {
  const kinds = new Map<string, ProductType>();
  const words = new Set<string>();
  const faults: KindFault[] = [];
  const lines = text.split("\n");
  if (lines.length > maxLines) faults.push({ line: maxLines + 1, message: `has more than ${maxLines} lines` });
  for (const [i, line] of lines.slice(0, maxLines).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    const [described = "", hints = "", ...moreHints] = line.slice(colon + 1).split("?");
    const [others = "", products = "", ...more] = described.split(">");
    if (colon < 0 || phraseOf(name) === "") faults.push({ line: i + 1, message: 'must begin with a kind and ":"' });
    else if (more.length > 0) faults.push({ line: i + 1, message: 'has more than one ">"' });
    else if (moreHints.length > 0) faults.push({ line: i + 1, message: 'has more than one "?"' });
    else {
      const [otherNames, productNames] = [listed(others), listed(products)];
      addLine(kinds, name, { others: otherNames, products: productNames, hints: listed(hints) });
      for (const each of [name, ...otherNames, ...productNames]) for (const word of queryWords(each)) words.add(word);
    }
  }
  return { kinds: [...kinds.values()], words, faults };
}

function addLine(
  kinds: Map<string, ProductType>,
  name: string,
  { others, products, hints }: Record<"others" | "products" | "hints", string[]>,
): void {
  const key = phraseOf(name);
  const kind = kinds.get(key) ?? {
    name,
    phrases: [key],
    isAmbiguous: new Set<string>(),
    products: [],
    hints: [],
  };
  kinds.set(key, kind);
  for (const other of others) {
    const phrase = phraseOf(other.replace(/^~/, ""));
    if (phrase === "" || isVague(phrase)) continue;
    if (!kind.phrases.includes(phrase)) kind.phrases.push(phrase);
    if (other.startsWith("~")) kind.isAmbiguous.add(phrase);
  }
  kind.products.push(...products);
  kind.hints.push(...hints.map(phraseOf).filter((phrase) => phrase !== ""));
}
