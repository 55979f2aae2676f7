import { clipWords, countWords, isSpaceless, lengthOf } from "./sentences.ts";

/** What parts one clause from the next. */
const clauseEnds = /\s[–—-]\s|[;:：；](?=\s)|\s\(|\s(?:which|that|whose|cuy[oa]s?|dont|som)\s/giu;
/** A clause that tells more of the noun before it. */
const relatives =
  /,\s(?:der|die|das|dem|den|welche\p{L}?|qui|que|che|który|która|które|kter[áéý]|jenž|amely|amelyik|care|которы\p{L}|котор[ао]\p{L}|який|яка|яке|hvor|där|joka|mikä)\s/giu;
const comma = /[,，、]/gu;
/** Words that only add to what stands before them. */
const additions =
  /\s(?:for|with|across|powered|built|using|without|by|where|für|mit|pour|avec|para|con|per|com|voor|met|dla)\s/giu;
const conjunction =
  "(?:and|or|und|oder|et|ou|y|e|o|en|of|og|och|eller|ja|sekä|a|i|oraz|ve|и|та|và|și|és|&)(?![\\p{L}'’])";
const hasConjunction = new RegExp(`(?<!\\p{L})${conjunction}`, "iu");
const endsInConjunction = new RegExp(`(?<!\\p{L})${conjunction}$`, "iu");
const conjunctions = new RegExp(`\\s${conjunction}\\s`, "giu");
/** "A modern, open editor" is no list. */
const firstOfTwoAdjectives = /^\s*(?:an?|the|une?|eine?|een|una)\s\p{L}+,/iu;
/** In German nouns begin with a capital, so that a comma behind another word parts two adjectives. */
const isGerman = /(?<!\p{L})(?:und|für|mit|der|die|das|den|dem|eine?|einem)(?!\p{L})/u;
const endsInSmallWord = /(?<![\p{L}\p{N}-])\p{Ll}+$/u;
/** Where it is, and when: what may be left out where nothing else may. */
const places =
  /\s(?:in|on|at|near|from|through|im|am|aus|bei|dans|sur|chez|en|desde|em|na|no|in|su|op|uit|w|na|v|pe|în|på|i|hos)\s/giu;
/** Characters of a phrase that says something. */
const leastOfPhrase = 30;
/** Characters of a noun that a clause tells more of. */
const leastOfNoun = 16;

/** The items of the list that a text ends in; one where it ends in none. */
const itemsAtEnd = (text: string) =>
  text
    .split(/\s[–—-]\s|[.;!?]\s/u)
    .at(-1)!
    .replace(firstOfTwoAdjectives, "")
    .split(/[,，、]|:\s/u);

/** Whether a list that was begun is over: a part of one is no whole. */
function isListOver(text: string): boolean {
  const items = itemsAtEnd(text);
  return (items.length === 1 || hasConjunction.test(items.at(-1)!)) && !endsInConjunction.test(text);
}

/** A phrase cut where a clause ends, else before the words that only add to it, and in no list. */
export function clipPhrase(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  const fitting = (joints: RegExp, isWhole: (start: string) => boolean) =>
    [...text.matchAll(joints)]
      .map(({ index }) => index)
      .filter((at) => at >= leastOfPhrase && at <= max && isWhole(text.slice(0, at)));
  const areNounsCapital = isGerman.test(text);
  const before = fitting(comma, (start) => {
    const [item = "", ...more] = itemsAtEnd(start);
    if (areNounsCapital && endsInSmallWord.test(start)) return false;
    return more.length === 0 && (countWords(item) > 2 || isSpaceless(item));
  });
  const clauses = [...text.matchAll(relatives)]
    .map(({ index }) => index)
    .filter((at) => at >= leastOfNoun && at <= max);
  const ends = [
    Math.max(...fitting(clauseEnds, isListOver), ...before, ...clauses.filter((at) => isListOver(text.slice(0, at)))),
    Math.max(...fitting(additions, isListOver)),
    Math.max(...fitting(conjunctions, isListOver)),
  ];
  const end =
    ends.find((at) => at > max * 0.4) ??
    clauses[0] ??
    [...ends, Math.max(...fitting(places, isListOver)), Math.max(...fitting(comma, () => !areNounsCapital))].find(
      (at) => at > 0,
    );
  const cut = end === undefined ? clipWords(text, max) : text.slice(0, end).replace(/[\s,;:]+$/u, "");
  // What was opened in brackets is closed or left out.
  return cut.lastIndexOf("(") > cut.lastIndexOf(")") ? cut.slice(0, cut.lastIndexOf("(")).trimEnd() : cut;
}
