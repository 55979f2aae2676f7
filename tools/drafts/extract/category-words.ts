import words from "./words/categories.json" with { type: "json" };
import abroadWords from "./words/categories-abroad.json" with { type: "json" };

/** A star stands for any ending. Words are used only on sites in their language: in Spanish, `hasta` means "until". */
const wordsAbroad = new Map(Object.entries<Record<string, string[]>>(abroadWords));

const isUnmistakable = (word: string) => word.includes(" ") || /^(?:\P{Script=Latin}{2,}|.{7,}\*)$/u.test(word);

/** English words that mean something else in other languages: Spanish `todo` means "all". */
const homographs = new Set(words.homographs);

export const unspecificForeignWords = new Set(words.saidOfAny);

export function conceptsIn(language: string | null) {
  return words.concepts.map(({ names, signs }) => {
    const abroad = Object.entries(wordsAbroad.get(names[0]!) ?? {}).flatMap(([other, words]) =>
      language === null ? words.filter(isUnmistakable) : other === language ? words : [],
    );
    const english = language === null || language === "en" ? signs : signs.filter((sign) => !homographs.has(sign));
    return { names, signs: [...new Set([...english, ...abroad])], abroad: new Set(abroad) };
  });
}
