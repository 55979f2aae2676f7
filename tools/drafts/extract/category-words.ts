import words from "./words/categories.json" with { type: "json" };
import abroadWords from "./words/categories-abroad.json" with { type: "json" };

export interface Concept {
  names: string[];
  signs: string[];
  /** The signs in the requested language, other than English. */
  abroad: Set<string>;
}

/** Names of categories in directories, and words that identify them. Both are compared by stems. */
const concepts: Omit<Concept, "abroad">[] = words.concepts;

/**
 * Words that identify a concept on sites in other languages, by the concept's first name and by language. A star stands
 * for all words with this start, because most of these languages inflect. Words are searched only on sites in their
 * language: Turkish `hasta` is a patient, Spanish `hasta` means until.
 */
const wordsAbroad = new Map(Object.entries<Record<string, string[]>>(abroadWords));

/** Words that have no other meaning in any language, for pages without a known language. */
const isUnmistakable = (word: string) => word.includes(" ") || /^(?:\P{Script=Latin}{2,}|.{7,}\*)$/u.test(word);

/** English words with another meaning in other languages: Spanish `todo` means all. */
const homographs = new Set(words.homographs);

/** Words of other languages that occur in texts about anything, and therefore confirm nothing. */
export const saidOfAny = new Set(words.saidOfAny);

/** The concepts with words of a language in addition to English; of all languages if it is unknown. */
export function conceptsIn(language: string | null): Concept[] {
  return concepts.map(({ names, signs }) => {
    const abroad = Object.entries(wordsAbroad.get(names[0]!) ?? {}).flatMap(([other, words]) =>
      language === null ? words.filter(isUnmistakable) : other === language ? words : [],
    );
    const english = language === null || language === "en" ? signs : signs.filter((sign) => !homographs.has(sign));
    return { names, signs: [...new Set([...english, ...abroad])], abroad: new Set(abroad) };
  });
}
