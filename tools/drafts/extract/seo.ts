import { isInstruction } from "../../core/speech.ts";
import { listingFields } from "../../listings/fields.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { calmText, isCallToAction, isHousekeeping, isNoise } from "./noise.ts";
import { isOnSharedHost } from "./own-address.ts";
import { type Found, quotesOf, type Site } from "./read-site.ts";
import { clipText, clipWords, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";
import { isBareCall } from "./summary.ts";
import { overlapOf } from "./words.ts";

const separator = /\s+[|–—·•-]\s+|\s*[|｜]\s*/u;

/** The title without parts that only say which page it is: "Inici | Fernleaf". */
function withoutPageName(title: string): string {
  const parts = title.split(separator);
  return parts.length === 2 && parts.some((part) => isPageName(part))
    ? parts.filter((part) => !isPageName(part)).join("")
    : title;
}

/** The page's own title where it fits and says more than the name, else one of name and headline. */
export function seoTitle(site: Site, name: Found<string>, headline: Found<string> | null): Found<string> {
  const { page } = site.home;
  const full = withoutPageName(calmText(page.title, [name.value]));
  const [, before] = /^(.+?)\s+[|–—-]\s+([^|]+)$/u.exec(full) ?? [];
  const isTwice =
    before?.toLowerCase().includes(name.value.toLowerCase()) && full.toLowerCase().endsWith(name.value.toLowerCase());
  const own = isTwice && name.value !== "" ? before! : full;
  const { max } = listingFields.seo_title;
  const isUsable =
    own !== "" &&
    own.toLowerCase() !== name.value.toLowerCase() &&
    !isPageName(own) &&
    !/^untitled/iu.test(own) &&
    !/\bv?\d+\.\d+\.\d+/u.test(own) &&
    !isOnSharedHost(site.url) &&
    !isInstruction(own) &&
    !isNoise(own);
  if (isUsable && lengthOf(own) <= max && own.toLowerCase().includes(name.value.toLowerCase()))
    return { value: own, quotes: quotesOf([{ page, text: page.title }]) };
  if (headline === null) return { value: clipWords(name.value, max), quotes: name.quotes };
  const isNamed = name.value === "" || headline.value.toLowerCase().startsWith(name.value.toLowerCase());
  const isToldTwice = isNamed || overlapOf(name.value, headline.value) === 1;
  const built = isToldTwice ? headline.value : `${name.value} – ${headline.value}`;
  const value = clipPhrase(built, max);
  return { value, quotes: [...name.quotes.slice(0, 1), ...headline.quotes.slice(0, 1)] };
}

/** What parts one clause from the next. */
const clauseEnds = /\s[–—-]\s|[;:：；](?=\s)|\s\(|\s(?:which|that|whose|cuy[oa]s?|dont)\s/giu;
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
/** Characters of a phrase that says something. */
const leastOfPhrase = 30;

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
function clipPhrase(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  const fitting = (joints: RegExp, isWhole: (start: string) => boolean) =>
    [...text.matchAll(joints)]
      .map(({ index }) => index)
      .filter((at) => at >= leastOfPhrase && at <= max && isWhole(text.slice(0, at)));
  const before = fitting(comma, (start) => {
    const [item = "", ...more] = itemsAtEnd(start);
    return more.length === 0 && (countWords(item) > 2 || isSpaceless(item));
  });
  const ends = [
    Math.max(...fitting(clauseEnds, isListOver), ...before),
    Math.max(...fitting(additions, isListOver)),
    Math.max(...fitting(conjunctions, isListOver)),
  ];
  const end =
    ends.find((at) => at > max * 0.4) ?? [...ends, Math.max(...fitting(comma, () => true))].find((at) => at > 0);
  const cut = end === undefined ? clipWords(text, max) : text.slice(0, end).replace(/[\s,;:]+$/u, "");
  // What was opened in brackets is closed or left out.
  return cut.lastIndexOf("(") > cut.lastIndexOf(")") ? cut.slice(0, cut.lastIndexOf("(")).trimEnd() : cut;
}

/** Characters of a sentence that can stand alone below a title. */
const leastOfSentence = 50;

/** Whole sentences within the limit, else the first one cut where a clause ends. */
function wholePhrase(text: string, max: number): string {
  const clipped = clipText(text, max);
  if (clipped === text || endsAsSentence(clipped)) return clipped;
  const [first = ""] = sentencesOf(text);
  const isEnough = lengthOf(first) * (isSpaceless(first) ? 2 : 1) >= leastOfSentence;
  return lengthOf(first) <= max && endsAsSentence(first) && isEnough ? first : clipPhrase(text, max);
}

/** The page's own description cut at a sentence or phrase, else the summary. */
export function seoDescription(site: Site, name: string, summary: Found<string> | null): Found<string> {
  const { page } = site.home;
  const { max } = listingFields.seo_description;
  const own = page.meta.description ?? page.meta["og:description"] ?? "";
  const sentences = sentencesOf(own).filter(
    (sentence, index) => !(index === 0 ? isBareCall : isCallToAction)(sentence) && !isHousekeeping(sentence),
  );
  const kept = calmText(sentences.join(isSpaceless(own) ? "" : " "), [name]);
  const isTelling = lengthOf(kept) * (isSpaceless(kept) ? 2 : 1) >= 50 || summary === null;
  const fitting = wholePhrase(kept, max);
  const isWhole = fitting === kept || endsAsSentence(fitting);
  // A summary that fits says more than a description cut in two.
  const summed = summary && clipText(summary.value, max);
  // Where its first sentences are the trouble, the summary says what helps.
  const begins = (text: string) => name !== "" && text.toLowerCase().startsWith(name.toLowerCase());
  const isOnTrouble = !fitting.toLowerCase().includes(name.toLowerCase()) && sentencesOf(kept).slice(1).some(begins);
  if (isOnTrouble && summary && begins(summary.value))
    return { value: wholePhrase(summary.value, max), quotes: summary.quotes.slice(0, 2) };
  if (!isWhole && summary && summed && endsAsSentence(summed))
    return { value: summed, quotes: summary.quotes.slice(0, 2) };
  if (kept !== "" && isTelling && !isNoise(own)) return { value: fitting, quotes: quotesOf([{ page, text: own }]) };
  return summary === null
    ? { value: "", quotes: [] }
    : { value: wholePhrase(summary.value, max), quotes: summary.quotes.slice(0, 2) };
}
