import { clipWords, countWords, isSpaceless, lengthOf } from "./sentences.ts";

const clauseEnds = /\s[–—-]\s|[;:：；](?=\s)|\s\(|\s(?:which|that|whose|cuy[oa]s?|dont|som)\s/giu;
const relativeClauses =
  /,\s(?:der|die|das|dem|den|welche\p{L}?|qui|que|che|który|która|które|kter[áéý]|jenž|amely|amelyik|care|которы\p{L}|котор[ао]\p{L}|який|яка|яке|hvor|där|joka|mikä)\s/giu;
const comma = /[,，、]/gu;
const additions =
  /\s(?:for|with|across|powered|built|using|without|by|where|für|mit|pour|avec|para|con|per|com|voor|met|dla)\s/giu;
const conjunction =
  "(?:and|or|und|oder|et|ou|y|e|o|en|of|og|och|eller|ja|sekä|a|i|oraz|ve|и|та|và|și|és|&)(?![\\p{L}'’])";
const hasConjunction = new RegExp(`(?<!\\p{L})${conjunction}`, "iu");
const endsInConjunction = new RegExp(`(?<!\\p{L})${conjunction}$`, "iu");
const conjunctions = new RegExp(`\\s${conjunction}\\s`, "giu");
/** "A modern, open editor" is not a list, because its comma separates two adjectives. */
const firstOfTwoAdjectives = /^\s*(?:an?|the|une?|eine?|een|una)\s\p{L}+,/iu;
/** German nouns start with a capital letter, so a comma after a lower-case word separates two adjectives. */
const isGerman = /(?<!\p{L})(?:und|für|mit|der|die|das|den|dem|eine?|einem)(?!\p{L})/u;
const endsInSmallWord = /(?<![\p{L}\p{N}-])\p{Ll}+$/u;
const placesAndTimes =
  /\s(?:in|on|at|near|from|through|im|am|aus|bei|dans|sur|chez|en|desde|em|na|no|in|su|op|uit|w|na|v|pe|în|på|i|hos)\s/giu;
const minPhraseLength = 30;
const minNounLength = 16;

const itemsAtEnd = (text: string) =>
  text
    .split(/\s[–—-]\s|[.;!?]\s/u)
    .at(-1)!
    .replace(firstOfTwoAdjectives, "")
    .split(/[,，、]|:\s/u);

/** Whether the text ends with a complete list or with no list. Part of a list would be misleading. */
function isListOver(text: string): boolean {
  const items = itemsAtEnd(text);
  return (items.length === 1 || hasConjunction.test(items.at(-1)!)) && !endsInConjunction.test(text);
}

/** Cuts a phrase after a clause if possible, otherwise before an addition, and never within a list. */
export function clipPhrase(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  const fitting = (joints: RegExp, isWhole: (start: string) => boolean, min = minPhraseLength) =>
    [...text.matchAll(joints)]
      .map(({ index }) => index)
      .filter((at) => at >= min && at <= max && isWhole(text.slice(0, at)));
  const areNounsCapital = isGerman.test(text);
  const before = fitting(comma, (start) => {
    const [item = "", ...more] = itemsAtEnd(start);
    if (areNounsCapital && endsInSmallWord.test(start)) return false;
    return more.length === 0 && (countWords(item) > 2 || isSpaceless(item));
  });
  const clauses = fitting(relativeClauses, () => true, minNounLength);
  const ends = [
    Math.max(...fitting(clauseEnds, isListOver), ...before, ...clauses.filter((at) => isListOver(text.slice(0, at)))),
    Math.max(...fitting(additions, isListOver)),
    Math.max(...fitting(conjunctions, isListOver)),
  ];
  const end =
    ends.find((at) => at > max * 0.4) ??
    clauses[0] ??
    [
      ...ends,
      Math.max(...fitting(placesAndTimes, isListOver)),
      Math.max(...fitting(comma, () => !areNounsCapital)),
    ].find((at) => at > 0);
  const cut = end === undefined ? clipWords(text, max) : text.slice(0, end).replace(/[\s,;:]+$/u, "");
  return cut.lastIndexOf("(") > cut.lastIndexOf(")") ? cut.slice(0, cut.lastIndexOf("(")).trimEnd() : cut;
}
