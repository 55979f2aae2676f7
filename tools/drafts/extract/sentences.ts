import { patternsOf } from "./phrases.ts";
import phraseLists from "./words/sentences.json" with { type: "json" };

const phrases = patternsOf(phraseLists);
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|nr|bzw|z\.\s?b|d\.\s?h|inc|ltd|co|corp|mr|mrs|ms|dra?|srta?|sra|prof|mgr|bc|ing|dott|avv|arch|np|tzv|st|jr|est|p\.\s?ej|ca)\.$/iu;
const sentenceEnd = /[.!?。！？؟।۔]["'”’»)\]」』]*$/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export const isSpaceless = (text: string) => spaceless.test(text);

/** The length in code points, the unit of all limits. */
export const lengthOf = (text: string) => [...text].length;

/** The length weighted by content: a character in a script without spaces counts as two. */
export const spokenLength = (text: string) => lengthOf(text) * (isSpaceless(text) ? 2 : 1);

/** Counts words. In scripts without spaces, three letters count as one word. */
export function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];
  const letters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return letters === 0 ? words.length : words.filter((word) => !isSpaceless(word)).length + Math.floor(letters / 3);
}

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of segmenter.segment(text)) {
    // The segmenter ends a sentence after every abbreviation that is followed by a capital letter.
    const isContinued = open !== "" && (abbreviation.test(open.trim()) || /^[\p{Ll},;]/u.test(segment));
    if (open !== "" && !isContinued) {
      sentences.push(open.trim());
      open = "";
    }
    open += segment;
  }
  if (open.trim() !== "") sentences.push(open.trim());
  return sentences;
}

export const endsAsSentence = (text: string) => sentenceEnd.test(text) && !/(?:\.\.|…)["'”’»)]*$/u.test(text);

export const isWholeSentence = (text: string) =>
  endsAsSentence(text) && !/^[\p{Ll},;:)–—-]/u.test(text) && countWords(text) >= 4;

/** Cuts text to at most `max` code points, after a sentence if possible, otherwise after a word. */
export function clipText(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  // The next character shows whether a full stop ends a sentence; the one in "example.com" does not.
  const start = characters.slice(0, max + 1).join("");
  let whole = "";
  for (const sentence of sentencesOf(start)) {
    const upToHere = start.slice(0, start.indexOf(sentence, whole.length) + sentence.length);
    if (!endsAsSentence(sentence) || lengthOf(upToHere) > max) break;
    whole = upToHere;
  }
  return lengthOf(whole) > max * 0.4 ? whole : clipWords(text, max);
}

const joints = phrases.joints;
/** Joining words with which a text can also end: "for walkers" is "yürüyenler için" in Turkish. */
const mayEnd = /\s(?:in|on|to|for|with|by|up|için|ile|des|an|zu|mit|om|av|i|o|e|a|la|v|z|na|do|po|se)$/iu;
export const endsInJoint = (text: string) => joints.test(text) && !mayEnd.test(text);

/** Characters of Latin names, numbers and URLs. In text without spaces, a cut must not divide them. */
const foreign = /[\p{Script=Latin}\p{N}@:/._-]/u;
const foreignAtEnd = new RegExp(`(?<=[^])${foreign.source}+$`, "u");

export function clipWords(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const start = characters.slice(0, max).join("");
  const next = characters[max]!;
  const [within, broken] = isSpaceless(start) ? [foreign, foreignAtEnd] : [/\S/u, /\s+\S*$/u];
  const whole = within.test(next) ? start.replace(broken, "") : start;
  return whole.replace(joints, "").replace(/[\s,;:–—|(-]+$/u, "");
}
