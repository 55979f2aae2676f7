import type { TextBlock } from "../shared/crawled-page.ts";
import { calmText, isCallToAction, isHousekeeping, isNoise } from "./noise.ts";
import { bullet, isAsked, isGarbled, isOnPage, isOnTerms, paragraphOf } from "./product-text.ts";
import { clipText, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";

const longest = { comfortable: 240, most: 320 };
const minSentenceLength = 20;
const minPhraseWords = 4;
const maxJoinedItems = 6;

const maxJoinedItemLength = 100;

function firstSentences(text: string): string {
  const [first = "", ...more] = sentencesOf(text);
  if (lengthOf(first) > longest.most) return "";
  let said = first;
  for (const sentence of more) {
    const longer = `${said}${isSpaceless(said) ? "" : " "}${sentence}`;
    if (lengthOf(longer) > longest.comfortable) break;
    said = longer;
  }
  return said;
}

/** Whether a list item describes the product and is not just a name, price, date or address. */
export function isItem(text: string): boolean {
  const words = countWords(text);
  // People's names and links have hardly any lower-case words. A list of nouns has commas.
  const small = text.match(/(?<![\p{L}\p{N}@/.])\p{Ll}{2,}/gu)?.length ?? 0;
  if (/\p{Lu}/u.test(text) && small < 2 && !isSpaceless(text) && !/\p{L}, .*\p{L}, /u.test(text)) return false;
  if (
    words < 3 ||
    lengthOf(text) > 300 ||
    isGarbled(text) ||
    isNoise(text) ||
    isCallToAction(text) ||
    isHousekeeping(text)
  )
    return false;
  if (/\S@\S+\.\S|:$/u.test(text)) return false;
  return !isAsked(text) && !/[$€£¥]\s?\d|\b\d{4}-\d\d-\d\d\b/u.test(text) && /^[\p{L}\p{N}“"'(*`]/u.test(text);
}

function phraseOf(raw: string, name: string): string {
  const text = calmText(raw.replace(bullet, ""), [name]);
  const isPhrase = !endsAsSentence(text) && !/(?:…|\.\.|[,;–—-])$/u.test(text) && lengthOf(text) <= longest.comfortable;
  const isTelling = isItem(text) && countWords(text) >= minPhraseWords && !/\d:\d\d|\d\/\d/u.test(text);
  return isPhrase && isTelling && !isOnTerms(text) && !isOnPage(text) ? text : "";
}

export const toldBelow = (text: string, name: string, canBePhrase = true) =>
  firstSentences(paragraphOf(text, name, minSentenceLength)) || (canBePhrase ? phraseOf(text, name) : "");

export function listItem(block: TextBlock, name: string): string {
  const text = block.text.replace(bullet, "");
  return isItem(text) ? clipText(calmText(text, [name]), longest.comfortable) : "";
}

export function joinedItems(blocks: TextBlock[], name: string): string {
  const items = blocks.map(({ text }) => calmText(text.replace(bullet, ""), [name]).replace(/[.;,。]$/u, ""));
  const isShort = items.every(
    (item) => lengthOf(item) <= maxJoinedItemLength && !isNoise(item) && !isOnTerms(item) && !isAsked(item),
  );
  if (items.length < 2 || !isShort || !items.some((item) => countWords(item) > 1 || isSpaceless(item))) return "";
  const separator = items.some(isSpaceless) ? "、" : "; ";
  let joined = "";
  for (const item of items.slice(0, maxJoinedItems)) {
    const longer = joined === "" ? item : `${joined}${separator}${item}`;
    if (lengthOf(longer) > longest.comfortable) break;
    joined = longer;
  }
  return joined;
}
