import type { Db } from "../../store/store.ts";
import { countUpTo, type FirstPlaces, firstPlaces, hasMatch } from "./search-count.ts";
import { type KindsOfMatch, kindsOfMatch, oneOf, type Wanted, wholeNames } from "./search-match.ts";
import { relaxedPlan } from "./search-relax.ts";
import { replacingPlan } from "./search-replacing.ts";
import { stem, wholeName } from "./search-text.ts";
import type { Replacing, Vocabulary } from "./search-topics.ts";
import { queryWords } from "./search-words.ts";
import { askedWords, correctedWords, joinedNames } from "./search-written.ts";

export interface SearchPlan extends KindsOfMatch {
  /** The number of matches of `most`, at most one above the limit; null if they were not counted. */
  counted: number | null;
  /** The number of matches found only by `others`, if its first matches were looked up. */
  countedOthers?: number;
  read?: string;
  /** The first matches of each expression. Filters with exact times have not been applied to them. */
  known?: Map<string, FirstPlaces>;
}

export const allFound = ({ most, others }: SearchPlan): string => (others === null ? most : oneOf([most, others]));

export interface PlanOptions {
  siteId: number;
  filters: string;
  /**
   * Whether the best match comes first. Otherwise, listings that lack some of the words are found only if no listing
   * has them all.
   */
  isRanked: boolean;
  vocabulary?: Vocabulary;
  replacing?: Replacing;
  counted: number;
}

// If there are fewer matches than this, listings that lack some of the words follow.
const fewMatches = 3;

export async function planSearch(db: Db, q: string, options: PlanOptions): Promise<SearchPlan | null> {
  const { siteId, filters, isRanked, vocabulary, replacing } = options;
  const known = new Map<string, FirstPlaces>();
  async function look(expression: string): Promise<FirstPlaces> {
    const first = await firstPlaces(db, siteId, expression);
    known.set(expression, first);
    return first;
  }
  /** Counts the plan's matches, but no further than needed to tell whether there are enough. */
  async function count(plan: SearchPlan): Promise<number> {
    const most = await look(plan.most);
    plan.counted = most.isAll ? most.places.length : await countUpTo(db, siteId, plan.most, options.counted + 1);
    if (plan.others === null) return plan.counted;
    const others = await look(plan.others);
    const found = new Set(most.places);
    const besides = others.places.filter((place) => !found.has(place)).length;
    if (besides === 0 ? others.isAll : most.isAll && others.isAll) plan.countedOthers = besides;
    return plan.counted + besides;
  }
  if (replacing) return replacingPlan(replacing, filters);
  const written = queryWords(q);
  if (written.length === 0) return null;
  const isKnown = (expression: string) => hasMatch(db, siteId, expression);

  const isComparing = written.some((each) => stem(each) === stem("alternative"));
  const names = [...new Set([wholeName(q), written.join("")])];

  let words = await askedWords(written, isKnown, vocabulary);
  let plan = strictPlan({ words, names, isComparing }, filters);
  let matches = await count(plan);
  if (matches >= fewMatches) return { ...plan, known };
  const isWhole = await hasMatch(db, siteId, wholeNames(names) + filters);
  // The last word may be unfinished, so it is also searched for as a prefix. The exceptions are a single Latin letter,
  // which starts too many words, and the end of a product type, which is complete.
  const last = written.at(-1)!;
  if (!/^[a-z0-9]$/.test(last) && words.at(-1)!.written === last) {
    words = words.with(-1, { ...words.at(-1)!, prefix: last });
    plan = widened(plan, strictPlan({ words, names, isComparing }, filters));
    matches = await count(plan);
  }
  let read: string | undefined;
  if (matches === 0) {
    const corrected = await correctedWords(db, words, isKnown, vocabulary);
    if (corrected.words.length === 0) return { ...plan, known };
    ({ words, read } = corrected);
    plan = strictPlan({ words, names: joinedNames(words), isComparing }, filters);
    matches = await count(plan);
  }
  const isEnough = isWhole || matches >= fewMatches || (matches > 0 && !isRanked);
  const parts = words.length === 1 ? (words[0]!.apart ?? words) : words;
  const relaxed = isEnough || parts.length === 1 ? null : await relaxedPlan(db, siteId, parts, filters);
  if (relaxed === null) return { ...plan, read, known };
  const join = parts === words ? widened : after;
  return { ...(matches === 0 ? relaxed : join(plan, relaxed)), read, known };
}

const strictPlan = (wanted: Wanted, filters: string): SearchPlan => ({
  ...kindsOfMatch(wanted, filters),
  counted: null,
});

/** The results of `first`, followed by those that only `second` finds. */
const after = (first: SearchPlan, second: SearchPlan): SearchPlan => ({
  tiers: [...first.tiers, ...second.tiers],
  most: oneOf([first.most, second.most]),
  others: oneOf([...new Set([first.others, second.others])].filter((each) => each !== null)),
  counted: null,
});

/** Like `after`, but for a `second` that finds everything `first` finds, because it uses prefixes or fewer words. */
const widened = (first: SearchPlan, second: SearchPlan): SearchPlan => ({ ...after(first, second), most: second.most });
