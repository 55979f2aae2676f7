import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stem, words } from "./search-text.ts";

const grammar =
  "a an and are as at be but by can could do does for from has have how i in is it its me my of on or our so that the their there this to us was we what when where which who will with would you your";
const asking =
  "any best find good help helps instead let lets like looking need needs please recommend replace replacement show shows similar some something suggest than use uses using want wants";
// German, French, Spanish and Portuguese function words, except those that are also meaningful English words.
const foreignGrammar =
  "der die das den dem des ein eine einen einer und oder fur mit von zu zum zur auf ist wie ich mein meine meinen um bei nach aus eigene le la les l d un une du de et ou pour avec mon ma mes en au aux sur dans est je quel quelle el los las una unos unas del y o para con mi al por que como uma da do com meu minha em na pelo";
/**
 * Function words and words of requests in further languages, one language a line, folded and without those that are
 * meaningful English words.
 */
const ofLanguages = readFileSync(join(import.meta.dir, "function-words.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(": ") as [language: string, words: string])
  .map(([language, words]) => [language, words.split(" ")] as const);
const stopWords = new Set([
  ...`${grammar} ${asking} ${foreignGrammar}`.split(" "),
  ...ofLanguages.flatMap(([, found]) => found),
]);
// Chinese words are not separated, so a pair of characters may contain the end of one word and the start of another.
const chinese = new Map(ofLanguages).get("zh")!.sort((a, b) => b.length - a.length);
const chineseRequests = new RegExp(chinese.join("|"), "gu");
/** In Japanese, most function words and endings are written in this script. */
const hiragana = /\p{Script=Hiragana}/u;
// Words that apply to nearly every listing and therefore do not help to find one.
const vagueWords = new Set(
  "alternative alternatives anyone anything aplicacion aplicativo app apps application applications comment ferramenta herramienta everyone everything logiciel outil own people plataforma plateforme platform platforms possible product products program programa programm programme service services site see software solution someone solutions sistema system systeme thing things tool tools way web website werkzeug without".split(
    " ",
  ),
);
// Pairs of characters, such as those of the word for "app", would match the names of other kinds of app.
const japaneseVague = /(?:アプリ(?:ケーション)?|ツール|ソフト(?:ウェア)?)(?![\p{Script=Han}\p{Script=Katakana}ー])/gu;
const maxWords = 12;
/** "To" and "do" are both function words, so nothing would be left of "to do". */
const toDo = /\bto[- ]do\b/gi;

export function queryWords(q: string): string[] {
  const meant = q.replace(toDo, "todo").replace(chineseRequests, " ");
  const specific = words(meant.replace(japaneseVague, " "));
  const all = specific.length > 0 ? specific : words(meant);
  const telling = all.filter((found) => !stopWords.has(found) && !hiragana.test(found));
  return (telling.length > 0 ? telling : all).slice(0, maxWords);
}

/** The form in which names of product types and queries are compared. */
export const phraseOf = (text: string): string => queryWords(text).map(stem).join(" ");

export const isFunctionWord = (written: string) => stopWords.has(written);

export const isVague = (written: string) => vagueWords.has(written);

const filler = new Set(
  "across all also based different easily easy every full including like many modern more most new not one other others over own powered self hosted simple support supported supporting supports them they various via while without written".split(
    " ",
  ),
);

export const isTelling = (written: string) =>
  written.length > 2 &&
  !stopWords.has(written) &&
  !vagueWords.has(written) &&
  !filler.has(written) &&
  !/^\d+$/.test(written);

export interface ReadWord {
  written: string;
  stem: string;
  isMeant: boolean;
  isTelling: boolean;
}

/** Words are cached, because a few words make up most of the text that is compared. */
const read = new Map<string, ReadWord>();
const maxRead = 20_000;

function readWord(written: string): ReadWord {
  let known = read.get(written);
  if (known === undefined) {
    known = { written, stem: stem(written), isMeant: !stopWords.has(written), isTelling: isTelling(written) };
    if (read.size === maxRead) read.clear();
    read.set(written, known);
  }
  return known;
}

export const readWords = (text: string): ReadWord[] => words(text).map(readWord);

const alphabet = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
// Shorter words have too many similar words, and longer ones have too many letters to try.
const slipLengths = { min: 4, max: 16 };

/** All spellings that are one typo away: a missing, extra or wrong letter, or two swapped letters. */
export function slips(written: string): string[] {
  const letters = [...written];
  if (letters.length < slipLengths.min || letters.length > slipLengths.max) return [];
  const found = new Set<string>();
  const splice = (at: number, remove: number, ...insert: string[]) =>
    found.add([...letters.slice(0, at), ...insert, ...letters.slice(at + remove)].join(""));
  for (let i = 0; i <= letters.length; i++) {
    for (const letter of alphabet) {
      splice(i, 0, letter);
      if (i < letters.length) splice(i, 1, letter);
    }
    if (i < letters.length) splice(i, 1);
    if (i + 1 < letters.length) splice(i, 2, letters[i + 1]!, letters[i]!);
  }
  found.delete(written);
  return [...found];
}
