import { conceptsIn, unspecificForeignWords } from "./category-words.ts";
import names from "./words/category-names.json" with { type: "json" };
import { remembered, stemsOf } from "./words.ts";

export const emptyWords = new Set(stemsOf(names.empty.join(" ")));
/** Words in category names that could describe any product: every product has data and forms. */
export const vagueWords = new Set(stemsOf(names.vague.join(" ")));
/** Words for target groups: a product that offers rooms for students is not about learning. */
export const people = new Set(stemsOf(names.people.join(" ")));

export const stemKey = (text: string) =>
  stemsOf(text)
    .filter((stem) => !emptyWords.has(stem))
    .join(" ");

/** The subjects of a category name and their context. In "Email - Webmail Clients", the last part names the subject. */
export function subjectsOf(name: string): { subjects: string[]; context: string[] } {
  const levels = name.replace(/\([^)]*\)/gu, " ").split(/\s+[-–:>]\s+/u);
  const [own = "", ...above] = levels.reverse().map((level) => level.split(/\s*(?:[&,/]|\band\b)\s*/iu));
  const keys = (parts: string[]) => parts.map(stemKey).filter((key) => key !== "");
  return { subjects: keys([...own]), context: keys(above.flat()) };
}

export interface Vocabulary {
  /** The names and signs of each concept. `isAbroad` marks words of the site's own language, other than English. */
  concepts: { names: Set<string>; signs: { phrase: string; key: string; isAbroad: boolean }[] }[];
  /** Signs of several words, listed under each word: a "programming language" is not about learning languages. */
  longerSigns: Map<string, { stem: string; key: string }[]>;
  /** The number of concepts that share a sign. A sign of several concepts says less about each of them. */
  conceptsBySign: Map<string, number>;
}

export const vocabularyOf = remembered(makeVocabulary);

function makeVocabulary(language: string | null): Vocabulary {
  const concepts = conceptsIn(language).map(({ names, signs, abroad }) => ({
    names: new Set(names.map((name) => stemKey(name))),
    signs: signs.map((phrase) => ({
      phrase,
      key: stemsOf(phrase).join(" "),
      isAbroad: abroad.has(phrase) && !unspecificForeignWords.has(phrase),
    })),
  }));
  const longerSigns = Map.groupBy(
    concepts.flatMap(({ signs }) =>
      signs.flatMap(({ key }) => (key.includes(" ") ? key.split(" ").map((stem) => ({ stem, key })) : [])),
    ),
    ({ stem }) => stem,
  );
  const conceptsBySign = new Map<string, number>();
  for (const { signs } of concepts)
    for (const { phrase } of signs) conceptsBySign.set(phrase, (conceptsBySign.get(phrase) ?? 0) + 1);
  return { concepts, longerSigns, conceptsBySign };
}
