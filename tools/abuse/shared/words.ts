import { nameKey } from "../../moderation/shared/name-key.ts";

// Scripts without spaces between words. Each of their characters is a token, so that a phrase matches inside a sentence.
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const token = new RegExp(`[[\\p{L}\\p{N}]&&[${unspaced}]]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, "gv");

const strokes = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu;

/** Folds case, letter forms, invisible characters, and marks that belong to no letter, such as struck-through text. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(strokes, "");

const tokensIn = (text: string): string[] => text.match(token) ?? [];

/** The words of a text after folding. Punctuation and spaces only separate words. */
export const wordsOf = (text: string): string[] => tokensIn(plain(text));

/**
 * The words of a text as it reads and as it looks. Some capitals look like other small letters (I and l), so the looks
 * of both cases count.
 */
const readingsOf = (text: string): string[][] => [
  wordsOf(text),
  ...[plain(text), text.replace(strokes, "")].map((form) => tokensIn(nameKey(form))),
];

/** The forms of a phrase. A text that contains the phrase has one of them among its phrases. */
export const formsOf = (phrase: string): string[] => [
  ...new Set([phrase, phrase.toUpperCase()].flatMap(readingsOf).map((words) => words.join(" "))),
];

/** The phrases of some lengths in each reading of a text, with the positions of their words. */
export const phrasesIn = (text: string, lengths: ReadonlySet<number>) =>
  readingsOf(text).map((words) =>
    [...lengths].flatMap((length) =>
      words.map((_, start) => {
        const end = start + length;
        return { form: words.slice(start, end).join(" "), start, end };
      }),
    ),
  );
