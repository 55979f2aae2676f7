import type { Db } from "../../store/store.ts";
import { searchCountLimit } from "../common/limits.ts";
import { countUpTo, type FirstPlaces, firstPlaces, hasMatch } from "./search-count.ts";
import { filtered, hasWord, type KindsOfMatch, kindsOfMatch, oneOf, type Wanted, wholeNames } from "./search-match.ts";
import { replacingPlan } from "./search-replacing.ts";
import { countCap, type SoftMatches, softMatches } from "./search-soft.ts";
import { fold, idOfPlace, stem, wholeName, words as wordsOf } from "./search-text.ts";
import type { Replacing, Vocabulary } from "./search-topics.ts";
import { queryWords } from "./search-words.ts";
import { askedWords, type Correction, correctedWords, joinedNames, nameMeant, type Word } from "./search-written.ts";

export interface SearchPlan extends KindsOfMatch {
  /** The number of matches of `most`, at most one above the limit; null if they were not counted. */
  counted: number | null;
  /** The number of matches found only by `others`, if its first matches were looked up. */
  countedOthers?: number;
  /** The ids of all matches in their order, if they were ranked by the share of the words they have. */
  ranked?: number[];
  corrected?: Correction[];
  /** Words that no listing has, or that none of the best matches has. */
  leftOut?: LeftOut[];
  /** Whether even the best match has only a part of what was asked. */
  isNotClose?: boolean;
  /** The first matches of each expression. Filters with exact times have not been applied to them. */
  known?: Map<string, FirstPlaces>;
}

export interface LeftOut {
  text: string;
  isUnknown: boolean;
  /** A condition for which there is no filter. */
  isUnmet?: boolean;
}

export const allFound = ({ most, others }: SearchPlan): string => (others === null ? most : oneOf([most, others]));

export interface PlanOptions {
  siteId: number;
  filters: readonly string[];
  /**
   * Whether the best match comes first. Otherwise, listings that lack some of the words are found only if no listing
   * has them all.
   */
  isRanked: boolean;
  vocabulary?: Vocabulary;
  replacing?: Replacing;
  counted: number;
}

const firstOthers = 32;
const maxPhrase = 6;

// If there are fewer matches than this, listings that lack some of the words follow.
const fewMatches = 3;

export async function planSearch(db: Db, q: string, options: PlanOptions): Promise<SearchPlan | null> {
  const { siteId, filters, isRanked, vocabulary, replacing } = options;
  const known = new Map<string, FirstPlaces>();
  // One more than large directories count, so that they need no other count.
  const firstOnes = Math.min(options.counted, searchCountLimit) + 1;
  async function look(expression: string, limit: number): Promise<FirstPlaces> {
    const first = await firstPlaces(db, siteId, expression, limit);
    known.set(expression, first);
    return first;
  }
  /** Counts the plan's matches, but no further than needed to tell whether there are enough. */
  async function count(plan: SearchPlan): Promise<number> {
    const most = await look(plan.most, firstOnes);
    plan.counted =
      most.isAll || options.counted <= searchCountLimit
        ? most.places.length
        : await countUpTo(db, siteId, plan.most, options.counted + 1);
    if (plan.others === null) return plan.counted;
    const others = await look(plan.others, most.isAll ? firstOnes : firstOthers);
    const found = new Set(most.places);
    const besides = others.places.filter((place) => !found.has(place)).length;
    if (besides === 0 ? others.isAll : most.isAll && others.isAll) plan.countedOthers = besides;
    return plan.counted + besides;
  }
  if (replacing) return replacingPlan(db, siteId, replacing, filters);
  const written = queryWords(q);
  if (written.length === 0) return null;
  const isKnown = (expression: string) => hasMatch(db, siteId, expression);

  const isComparing = written.some((each) => stem(each) === stem("alternative"));
  const names = [...new Set([wholeName(q), written.join("")])];
  const phrase = wordsOf(q).slice(0, maxPhrase).map(stem);

  const quoted = new Set([...q.matchAll(/"([^"]+)"/g)].flatMap(([, inside]) => wordsOf(inside!)));
  let words = (await askedWords(written, isKnown, vocabulary)).map((word) =>
    quoted.has(word.written) ? { ...word, isQuoted: true } : word,
  );
  let plan = strictPlan({ words, names, phrase, isComparing }, filters);
  let matches = await count(plan);
  if (matches >= fewMatches) return { ...plan, known };
  const isWhole = await hasMatch(db, siteId, filtered(wholeNames(names), filters));
  // The last word may be unfinished, so it is also searched for as a prefix. The exceptions are a single Latin letter,
  // which starts too many words, the end of a product type, and a common word. The last two are complete, and SQLite
  // would read all listings of all words with the prefix.
  const last = written.at(-1)!;
  const mayBeUnfinished = !/^[a-z0-9]$/.test(last) && words.at(-1)!.written === last;
  if (mayBeUnfinished && (await countUpTo(db, siteId, hasWord(words.at(-1)!), countCap)) < countCap) {
    words = words.with(-1, { ...words.at(-1)!, prefix: last });
    plan = widened(plan, strictPlan({ words, names, phrase, isComparing }, filters));
    matches = await count(plan);
  }
  let unknown: Word[] = [];
  let corrected: Correction[] = [];
  const meant = isWhole || quoted.size > 0 ? null : await nameMeant(db, written, isKnown);
  if (meant !== null) {
    names.push(meant);
    corrected = [{ from: written.join(" "), to: meant }];
    plan = strictPlan({ words, names, phrase, isComparing }, filters);
    matches = await count(plan);
  }
  if (matches === 0 && meant === null) {
    ({ words, unknown, corrected } = await correctedWords(db, words, isKnown, vocabulary));
    if (words.length > 0) {
      const read = wordsOf(words.map((word) => word.written).join(" ")).map(stem);
      plan = strictPlan({ words, names: joinedNames(words), phrase: read, isComparing }, filters);
      matches = await count(plan);
    }
  }
  const isEnough = isWhole || (unknown.length === 0 && (matches >= fewMatches || (matches > 0 && !isRanked)));
  if (isEnough) return { ...plan, corrected, known };
  const asked = [...words, ...unknown];
  const all = queryWords(asked.map((word) => word.written).join(" "));
  const soft = await softMatches(db, {
    siteId,
    filters,
    words: asked,
    suggested: vocabulary?.suggestedBy(all) ?? [],
    isWeak: (word) => vocabulary?.isWeak(word) ?? false,
  });
  const leftOut = withoutPieces(
    q,
    (soft?.missing ?? unknown).map((word) => ({ text: word.written, isUnknown: unknown.includes(word) })),
  );
  if (soft === null) return { ...plan, corrected, leftOut, isNotClose: leftOut.length > 0, known };
  // If there are only a few matches with all words, all of them were looked up.
  const withAll = unknown.length > 0 ? [] : [plan.most, plan.others].filter((each) => each !== null);
  const first = withAll.flatMap((expression) => known.get(expression)!.places.map(idOfPlace));
  return { ...rankedPlan(soft, first), corrected, leftOut };
}

const unspacedWords = /[\p{Script=Katakana}ー]+|\p{Script=Han}+|\p{Script=Thai}+/gu;

/** Replaces pairs of characters by the word that they are from, or leaves them out if other pairs of it were used. */
function withoutPieces(q: string, leftOut: LeftOut[]): LeftOut[] {
  const texts = new Set(leftOut.map(({ text }) => text));
  const written = (fold(q).match(unspacedWords) ?? []).filter((run) => wordsOf(run).every((pair) => texts.has(pair)));
  const isUnspaced = ({ text }: LeftOut) => text.search(unspacedWords) >= 0;
  return [
    ...leftOut.filter((each) => !isUnspaced(each)),
    ...[...new Set(written)].map((text) => ({
      text,
      isUnknown: leftOut.some((each) => each.isUnknown && text.includes(each.text)),
    })),
  ];
}

/** Below this share of the query's weight, the best match is no close match. */
const closeCoverage = 0.6;

function rankedPlan(soft: SoftMatches, first: readonly number[]): SearchPlan {
  const ranked = [...new Set([...first, ...soft.ids])];
  return {
    tiers: [[soft.expression]],
    most: soft.expression,
    others: null,
    counted: ranked.length,
    ranked,
    isNotClose: first.length === 0 && soft.coverage < closeCoverage,
  };
}

const strictPlan = (wanted: Wanted, filters: readonly string[]): SearchPlan => ({
  ...kindsOfMatch(wanted, filters),
  counted: null,
});

/** The results of `first`, followed by those that only the prefixes of `second` find. */
const widened = (first: SearchPlan, second: SearchPlan): SearchPlan => ({
  tiers: [...first.tiers, ...second.tiers],
  most: second.most,
  others: oneOf([...new Set([first.others, second.others])].filter((each) => each !== null)),
  counted: null,
});
