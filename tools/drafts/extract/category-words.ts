import words from "./words/categories.json" with { type: "json" };
import abroadWords from "./words/categories-abroad.json" with { type: "json" };

export interface Concept {
  names: string[];
  signs: string[];
  /** Those of the signs that are words of the language asked for, other than English. */
  abroad: Set<string>;
}

/**
 * What directories call their categories, and the words by which sites give away that they belong there. Both are
 * compared by stems; a category belongs where its name or one of its subjects stands.
 */
const concepts: Omit<Concept, "abroad">[] = words.concepts;

/**
 * By which words sites in other languages than English give away what they are for: by the first name of a concept and
 * by language. A word with a star stands for all that begin with it, since most of these languages inflect. A word is
 * looked for on sites of its language only: Turkish `hasta` is a patient, Spanish `hasta` is until.
 */
const wordsAbroad = new Map(Object.entries<Record<string, string[]>>(abroadWords));

/** Words that mean nothing else in another language, for pages whose language nothing tells. */
const isUnmistakable = (word: string) => word.includes(" ") || /^(?:\P{Script=Latin}{2,}|.{7,}\*)$/u.test(word);

/** English words that mean something else in other languages, where they stand for nothing: Spanish `todo` is all. */
const homographs = new Set(words.homographs);

/** Words of other languages that stand in texts on anything: one more text that says them confirms nothing. */
export const saidOfAny = new Set(words.saidOfAny);

/** The concepts with the words of a language beside the English ones; of all languages where it is not known. */
export function conceptsIn(language: string | null): Concept[] {
  return concepts.map(({ names, signs }) => {
    const abroad = Object.entries(wordsAbroad.get(names[0]!) ?? {}).flatMap(([other, words]) =>
      language === null ? words.filter(isUnmistakable) : other === language ? words : [],
    );
    const english = language === null || language === "en" ? signs : signs.filter((sign) => !homographs.has(sign));
    return { names, signs: [...new Set([...english, ...abroad])], abroad: new Set(abroad) };
  });
}
