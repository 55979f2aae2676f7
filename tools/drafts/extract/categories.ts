import { listingFields } from "../../listings/fields.ts";
import { languageOf } from "../crawl/language.ts";
import type { DraftCategory, Quote } from "../writing.ts";
import { concepts } from "./category-words.ts";
import { type Found, type Passage, quotesOf, type Site } from "./read-site.ts";
import { isSpaceless } from "./sentences.ts";
import { type Hit, type SiteWords, wordsOfSite } from "./site-words.ts";
import { stemsOf } from "./words.ts";

/** Words of category names that fit any category. */
const emptyWords = new Set(
  stemsOf(
    "software tools tool app apps application applications system systems platform platforms solution solutions service services management complete custom web based online other misc miscellaneous general internet digital product products websites server servers client clients interface personal utilities self hosted hosting free source",
  ),
);
/** Names of categories that are also said of anything: every product has data and forms. */
const vagueWords = new Set(
  stemsOf(
    "data home form forms design media search event map project team content file image support link log office network community error photo schedule question code",
  ),
);

interface Scored {
  category: DraftCategory;
  score: number;
  strongest: number;
  /** How often its telling words are said, each twice at most. */
  times: number;
  /** Texts on the whole product that say one of them. */
  telling: Set<string>;
  /** Different words that say it. */
  words: number;
  /** Whether one of them is the category's own name, or says it as no other word would. */
  isPlain: boolean;
  /** Whether the title, the headline or the first sentence says one of them that is not said of anything. */
  isCentral: boolean;
  passages: Passage[];
}

const stemKey = (text: string) =>
  stemsOf(text)
    .filter((stem) => !emptyWords.has(stem))
    .join(" ");

/** The subjects a name lists: "Money, Budgeting & Management" has two; of "Email - Webmail Clients" the last part names it. */
function subjectsOf(name: string): { subjects: string[]; context: string[] } {
  const levels = name.replace(/\([^)]*\)/gu, " ").split(/\s+[-–:>]\s+/u);
  const [own = "", ...above] = levels.reverse().map((level) => level.split(/\s*(?:[&,/]|\band\b)\s*/iu));
  const keys = (parts: string[]) => parts.map(stemKey).filter((key) => key !== "");
  return { subjects: keys([...own]), context: keys(above.flat()) };
}

const stemmedConcepts = concepts.map(({ names, signs }) => ({
  names: new Set(names.map((name) => stemKey(name))),
  signs: signs.map((phrase) => ({ phrase, key: stemsOf(phrase).join(" ") })),
}));

/** Signs of several words by each of their words: a "programming language" is none to learn. */
const longerSigns = Map.groupBy(
  stemmedConcepts.flatMap(({ signs }) =>
    signs.flatMap(({ key }) => (key.includes(" ") ? key.split(" ").map((stem) => ({ stem, key })) : [])),
  ),
  ({ stem }) => stem,
);

/** A sign of several concepts tells less of each. */
const conceptsBySign = new Map<string, number>();
for (const { signs } of concepts)
  for (const phrase of signs) conceptsBySign.set(phrase, (conceptsBySign.get(phrase) ?? 0) + 1);

/** Share of a word from which it tells something by itself. */
const leastShare = 0.3;

function score(category: DraftCategory, words: SiteWords, rarity: Map<string, number>): Scored {
  const hits = new Map<string, { hit: Hit; share: number; isPlain: boolean }>();
  const add = (
    key: string,
    share: number,
    phrase = "",
    isPlain = key.includes(" ") || phrase.endsWith("*") || isSpaceless(phrase),
  ) => {
    const hit = words.find(key, phrase);
    if (hit !== null && isPartOfOther(key, hit)) return;
    const id = key === "" ? phrase : key;
    if (hit !== null && share > (hits.get(id)?.share ?? 0)) hits.set(id, { hit, share, isPlain });
  };
  const { subjects, context } = subjectsOf(category.name);
  const own = new Set<string>();
  /** Whether all that says the word says a longer one that is of another category. */
  const isPartOfOther = (key: string, hit: Hit) =>
    hit.telling.size > 0 &&
    (longerSigns.get(key) ?? []).some(({ key: longer }) => {
      const other = own.has(longer) ? null : words.find(longer);
      return other !== null && hit.telling.isSubsetOf(other.telling);
    });
  const whole = stemKey(category.name);
  for (const { names, signs } of stemmedConcepts)
    if (names.has(whole) || subjects.some((subject) => names.has(subject))) for (const { key } of signs) own.add(key);
  for (const subject of subjects) {
    const isVague = vagueWords.has(subject);
    add(subject, subject.includes(" ") ? 2 : isVague ? 0.7 : 1.5, "", !isVague);
  }
  for (const subject of context) add(subject, 0.3);
  for (const { names, signs } of stemmedConcepts) {
    const isWhole = names.has(whole) || (subjects.length > 0 && subjects.every((subject) => names.has(subject)));
    const isPart = isWhole || subjects.some((subject) => names.has(subject));
    const isContext = !isPart && context.some((subject) => names.has(subject));
    if (!isPart && !isContext) continue;
    const share = isWhole ? 0.9 : isPart ? 0.7 : 0.2;
    for (const { phrase, key } of signs)
      add(
        key,
        (share * (key.includes(" ") ? 1.4 : vagueWords.has(key) ? 0.5 : 1)) / conceptsBySign.get(phrase)! ** 0.25,
        phrase,
      );
  }
  for (const stem of new Set(stemsOf(category.description)))
    if (stem.length > 3 && !emptyWords.has(stem)) add(stem, 0.35 * (rarity.get(stem) ?? 1));
  const ranked = [...hits.values()].sort((a, b) => b.hit.strongest * b.share - a.hit.strongest * a.share);
  const values = ranked.map(({ hit, share }) => hit.weight * share).sort((a, b) => b - a);
  return {
    category,
    // Each further word adds less: many weak ones must not beat one that names the thing.
    score: values.reduce((sum, value, rank) => sum + value / (1 + rank * 0.5), 0),
    strongest: ranked[0] === undefined ? 0 : ranked[0].hit.strongest * ranked[0].share,
    times: ranked.reduce((sum, { hit, share }) => sum + (share >= leastShare ? Math.min(hit.times, 2) : 0), 0),
    telling: new Set(ranked.flatMap(({ hit, share }) => (share >= leastShare ? [...hit.telling] : []))),
    words: ranked.filter(({ share }) => share >= leastShare).length,
    isPlain: ranked.some(({ hit, isPlain }) => isPlain && hit.telling.size > 0),
    isCentral: [...hits].some(([id, { hit, share }]) => share >= leastShare && hit.isCentral && !vagueWords.has(id)),
    passages: ranked.map(({ hit }) => hit.passage),
  };
}

/** How telling a word of a description is: 1 where one category uses it, less where many do. */
function rarityOf(categories: DraftCategory[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { description } of categories)
    for (const stem of new Set(stemsOf(description))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, 1 / count]));
}

/** Where directories put what fits nowhere: that is for people to say. */
const leftovers = /^(?:misc(?:ellaneous)?|others?|uncategori[sz]ed|general|everything else)\b/iu;

const leastScore = 4;
const leastStrongest = 2;
/** A word said in one of the telling texts is enough where others repeat it and it names the category. */
const sureStrongest = 4;

/**
 * Two texts on the whole product say so independently, or one does with several words: a stray word makes no category.
 * In other languages an English word may mean anything: there it takes two of them, or one that is meant so.
 */
function isConfirmed({ telling, words, times, strongest, isPlain, isCentral }: Scored, isEnglish: boolean): boolean {
  if (!isCentral) return false;
  if (telling.size >= 2) return isEnglish || isPlain || words >= 2;
  return telling.size === 1 && (words >= 3 || (isEnglish && times >= 2 && strongest >= sureStrongest));
}

/**
 * Up to three of the given categories that the site's words name, the best first; none where nothing fits.
 * @param quotes what headline and summary rest on
 */
export function findCategories(
  site: Site,
  categories: DraftCategory[],
  name: string,
  quotes: Quote[],
): Found<string[]> {
  const words = wordsOfSite(site, name, quotes);
  const rarity = rarityOf(categories);
  const isEnglish = (languageOf(site.home.page) ?? "en") === "en";
  const fitting = categories
    .filter((category) => !leftovers.test(category.name))
    .map((category) => score(category, words, rarity))
    .filter(
      (scored) => scored.score >= leastScore && scored.strongest >= leastStrongest && isConfirmed(scored, isEnglish),
    )
    .sort((a, b) => b.score - a.score || (a.category.slug < b.category.slug ? -1 : 1));
  const best = fitting[0];
  if (best === undefined) return { value: [], quotes: [] };
  const chosen = fitting
    .filter((scored) => scored.score >= best.score * 0.7 && scored.strongest >= best.strongest * 0.6)
    .slice(0, listingFields.categories.max);
  return {
    value: chosen.map(({ category }) => category.slug),
    quotes: quotesOf(chosen.flatMap(({ passages }) => passages.slice(0, 1))),
  };
}
