import { listingFields } from "#db/schema/listing-fields.ts";
import { languageOf } from "../crawl/language.ts";
import type { DraftCategory, Quote } from "../shared/writing.ts";
import {
  emptyWords,
  people,
  stemKey,
  subjectsOf,
  type Vocabulary,
  vagueWords,
  vocabularyOf,
} from "./category-vocabulary.ts";
import { type Found, type Passage, quotesOf, type Site } from "./read-site.ts";
import { isSpaceless } from "./sentences.ts";
import { type Hit, type SiteWords, wordsOfSite } from "./site-words.ts";
import { stemsOf } from "./words.ts";

interface Scored {
  category: DraftCategory;
  score: number;
  strongest: number;
  /** Number of times that the category's significant words occur on the site, counting at most two per passage. */
  times: number;
  /** Passages about the whole product that contain one of the category's words. */
  telling: Set<string>;
  words: number;
  /** Number of the category's words that have no other meaning. */
  plainWords: number;
  /** Whether one of the words is the category's own name or belongs to no other category. */
  isPlain: boolean;
  /** Whether one of the words is in the site's own language, where English words may mean something else. */
  isAbroad: boolean;
  /** Whether the title, the headline or the first sentence contains a significant word. */
  isCentral: boolean;
  isNearlyCentral: boolean;
  isInStructuredData: boolean;
  passages: Passage[];
}

const significantShare = 0.3;

function score(
  category: DraftCategory,
  words: SiteWords,
  rarity: Map<string, number>,
  { concepts, longerSigns, conceptsBySign }: Vocabulary,
): Scored {
  const hits = new Map<string, { hit: Hit; share: number; isPlain: boolean; isSign: boolean; isVague: boolean }>();
  const add = (
    key: string,
    share: number,
    phrase = "",
    isPlain = key.includes(" ") || phrase.endsWith("*") || isSpaceless(phrase),
    isSign = share >= significantShare,
  ) => {
    const hit = words.find(key, phrase);
    if (hit === null || isPartOfOther(key, hit)) return;
    const id = key === "" ? phrase : key;
    const isInStructuredData = hit.strongest >= structuredDataWeight;
    const isVague = !isInStructuredData && (vagueWords.has(key) || people.has(key));
    const own = isInStructuredData && vagueWords.has(key) ? share * 2 : share;
    const known = hits.get(id);
    if (known !== undefined && own <= known.share) known.isPlain ||= isPlain && isSign;
    else hits.set(id, { hit, share: own, isPlain: isPlain || known?.isPlain === true, isSign, isVague });
  };
  const { subjects, context } = subjectsOf(category.name);
  const own = new Set<string>();
  const abroad = new Set<string>();
  /** Whether all passages with the word contain it only as part of another category's longer phrase. */
  const isPartOfOther = (key: string, hit: Hit) =>
    hit.telling.size > 0 &&
    (longerSigns.get(key) ?? []).some(({ key: longer }) => {
      const other = own.has(longer) ? null : words.find(longer);
      return other !== null && hit.telling.isSubsetOf(other.telling);
    });
  const whole = stemKey(category.name);
  for (const { names, signs } of concepts)
    if (names.has(whole) || subjects.some((subject) => names.has(subject))) for (const { key } of signs) own.add(key);
  for (const subject of subjects) {
    const isVague = vagueWords.has(subject);
    add(subject, subject.includes(" ") ? 2 : isVague ? 0.7 : 1.5, "", !isVague);
  }
  for (const subject of context) add(subject, 0.3);
  for (const { names, signs } of concepts) {
    const isWhole = names.has(whole) || (subjects.length > 0 && subjects.every((subject) => names.has(subject)));
    const isPart = isWhole || subjects.some((subject) => names.has(subject));
    const isContext = !isPart && context.some((subject) => names.has(subject));
    if (!isPart && !isContext) continue;
    const share = isWhole ? 0.9 : isPart ? 0.7 : 0.2;
    for (const { phrase, key, isAbroad } of signs) {
      const own = share * (key.includes(" ") ? 1.4 : vagueWords.has(key) ? 0.5 : 1);
      add(key, own / conceptsBySign.get(phrase)! ** 0.25, phrase);
      if (isAbroad && share >= significantShare && !vagueWords.has(key)) abroad.add(key === "" ? phrase : key);
    }
  }
  for (const stem of new Set(stemsOf(category.description)))
    if (stem.length > 3 && !emptyWords.has(stem)) add(stem, 0.35 * (rarity.get(stem) ?? 1), "", false, false);
  const ranked = [...hits.values()].sort((a, b) => b.hit.strongest * b.share - a.hit.strongest * a.share);
  const signs = ranked.filter(({ isSign }) => isSign);
  const central = signs.filter(({ hit }) => hit.isCentral);
  const values = ranked.map(({ hit, share }) => hit.weight * share).sort((a, b) => b - a);
  return {
    category,
    // Each further word counts less, so many weak words do not outweigh one that names the product.
    score: values.reduce((sum, value, rank) => sum + value / (1 + rank * 0.5), 0),
    strongest: ranked[0] === undefined ? 0 : ranked[0].hit.strongest * ranked[0].share,
    times: signs.reduce((sum, { hit }) => sum + Math.min(hit.times, 2), 0),
    telling: new Set(signs.flatMap(({ hit }) => [...hit.telling])),
    words: signs.length,
    plainWords: signs.filter(({ isPlain }) => isPlain).length,
    isPlain: signs.some(({ hit, isPlain }) => isPlain && hit.telling.size > 0),
    isAbroad: [...abroad].some((id) => (hits.get(id)?.hit.telling.size ?? 0) > 0),
    isCentral: central.some(({ isVague }) => !isVague),
    isNearlyCentral: central.length > 0,
    isInStructuredData: signs.some(({ hit }) => hit.strongest >= structuredDataWeight),
    passages: ranked.map(({ hit }) => hit.passage),
  };
}

function rarityOf(categories: DraftCategory[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { description } of categories)
    for (const stem of new Set(stemsOf(description))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, 1 / count]));
}

const languageWithSameWords = new Map([
  ["no", "nb"],
  ["nn", "nb"],
  ["sk", "cs"],
  ["sr", "hr"],
  ["bs", "hr"],
  ["be", "ru"],
  ["gl", "es"],
  ["ms", "id"],
]);

/** The language of the site's words, or null if nothing indicates one. Templates often declare English wrongly. */
function languageSpoken({ home, pages }: Site): string | null {
  const declared = languageOf(home.page);
  if (declared !== null && declared !== "en") return languageWithSameWords.get(declared) ?? declared;
  return languageOf({ lang: null, blocks: pages.slice(0, 4).flatMap(({ page }) => page.blocks) });
}

const catchAllCategories = /^(?:misc(?:ellaneous)?|others?|uncategori[sz]ed|general|everything else)\b/iu;

const leastScore = 4;
const leastStrongest = 2;
const sureStrongest = 4;
/** A category in at least this many passages about the whole product is kept, even if another category is stronger. */
const manyTelling = 3;
const structuredDataWeight = 5;

/**
 * Requires two independent passages about the whole product, or one that contains several of the words, because a stray
 * word does not make a category. On sites in other languages, an English word may mean anything, so two of them, a
 * significant one, or a word of the site's language is required.
 */
function isConfirmed(scored: Scored, isEnglish: boolean, hasBareTitle: boolean): boolean {
  const { telling, words, plainWords, times, strongest, isPlain, isAbroad, isCentral, isNearlyCentral } = scored;
  // If the title is only the name, the whole page says what the product is.
  if (hasBareTitle && isPlain && words >= 4 && times >= 6) return true;
  if (isPlain && plainWords >= 3 && times >= 5) return true;
  if (!isCentral) return isNearlyCentral && isPlain && words >= 3 && telling.size >= 2;
  if (telling.size >= 2) return isEnglish || isPlain || isAbroad || words >= 2;
  return telling.size === 1 && (words >= 3 || ((isEnglish || isAbroad) && times >= 2 && strongest >= sureStrongest));
}

const isSaidThroughout = ({ plainWords, times }: Scored) => plainWords >= 5 && times >= 10;

/** Finds up to three category slugs, best first. @param quotes the passages behind the headline and the summary */
export function findCategories(
  site: Site,
  categories: DraftCategory[],
  name: string,
  quotes: Quote[],
  platforms: Found<string[]> = { value: [], quotes: [] },
): Found<string[]> {
  const words = wordsOfSite(site, name, quotes, platforms);
  const rarity = rarityOf(categories);
  const isEnglish = (languageOf(site.home.page) ?? "en") === "en";
  const vocabulary = vocabularyOf(languageSpoken(site));
  const hasBareTitle = stemKey(site.home.page.title) === stemKey(name);
  const scores = categories
    .filter((category) => !catchAllCategories.test(category.name))
    .map((category) => score(category, words, rarity, vocabulary))
    .filter((scored) => scored.score >= leastScore)
    .sort((a, b) => b.score - a.score || (a.category.slug < b.category.slug ? -1 : 1));
  const confirmed = scores.filter(
    (scored) => scored.strongest >= leastStrongest && isConfirmed(scored, isEnglish, hasBareTitle),
  );
  const throughout = scores.find(isSaidThroughout);
  const fitting =
    throughout !== undefined && throughout.score > (confirmed[0]?.score ?? 0) ? [throughout, ...confirmed] : confirmed;
  const best = fitting[0];
  if (best === undefined) return { value: [], quotes: [] };
  const chosen = fitting
    .filter(
      (scored) =>
        (scored.isInStructuredData && scored.telling.isSupersetOf(best.telling)) ||
        (scored.score >= best.score * (scored.telling.size >= manyTelling ? 0.5 : 0.67) &&
          scored.strongest >= best.strongest * 0.6),
    )
    .slice(0, listingFields.categories.max);
  return {
    value: chosen.map(({ category }) => category.slug),
    quotes: quotesOf(chosen.flatMap(({ passages }) => passages.slice(0, 1))),
  };
}
