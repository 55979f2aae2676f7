import { isSpaceless } from "./sentences.ts";
import listedStopWords from "./words/stop-words.json" with { type: "json" };

const stopWords = new Set(listedStopWords);

/** Nouns that only look like verb forms: a booking is not a book. */
const kept = new Set(
  "booking running training meeting building banking learning recording listing string logged programming versioning".split(
    " ",
  ),
);

const undouble = (stem: string) => (/([bdgklmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem);

/** Returns a function that computes each result once. It forgets all results when it has `most` of them. */
export function remembered<Key, Result>(compute: (key: Key) => Result, most = Infinity): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    if (results.size >= most && !results.has(key)) results.clear();
    return results.getOrInsertComputed(key, compute);
  };
}

export const stemOf = remembered(withoutEnding, 20_000);

function withoutEnding(word: string): string {
  const singular = word.replace(/s$/u, "");
  if (kept.has(singular)) return singular;
  let stem = word;
  if (stem.length > 4 && stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh)es$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && /[^sui]s$/u.test(stem) && stem !== "news") stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith("ing") && /[aeiouy]/u.test(stem.slice(0, -3)))
    stem = undouble(stem.slice(0, -3));
  else if (stem.length > 4 && /[^e]ed$/u.test(stem) && /[aeiouy]/u.test(stem.slice(0, -2)))
    stem = undouble(stem.slice(0, -2));
  return stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFD")
      .replace(/(?<=[A-Za-z])[\u0300-\u036f]+/g, "")
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\b(?:[dlcjmnst]|qu)['’](?=\p{L})/gu, "")
      .replace(/\bto-do\b/gu, "todo")
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]+)?(?:[+#]+(?![\p{L}]))?/gu) ?? []
  ).map((word) => word.replace(/['’]s$/u, ""));
}

export const stemsOf = (text: string) => stemsOfWords(wordsOf(text));

export const stemsOfWords = (words: string[]) => words.filter((word) => !stopWords.has(word)).map(stemOf);

/** Returns the terms used to compare passages: stems, or pairs of letters in scripts without spaces. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const stem of stemsOf(text)) {
    if (!isSpaceless(stem)) {
      if (stem.length > 1) terms.add(stem);
      continue;
    }
    const letters = [...stem];
    for (let at = 0; at + 1 < letters.length; at++) terms.add(`${letters[at]}${letters[at + 1]}`);
  }
  return terms;
}

export const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The share of the smaller passage's terms that the other passage contains, from 0 to 1. */
export function overlapOf(one: string, other: string): number {
  const [small, large] = [termsOf(one), termsOf(other)].sort((a, b) => a.size - b.size) as [Set<string>, Set<string>];
  if (small.size === 0) return 0;
  return [...small].filter((term) => large.has(term)).length / small.size;
}
