import { type Db, preparedSql } from "../store.ts";
import {
  beginningNames,
  exactly,
  filtersOnly,
  hasWord,
  hasWords,
  oneOf,
  type QueryWord,
  relevanceTiers,
  type Wanted,
  wholeNames,
  without,
} from "./search-match.ts";
import { inSite, marks, stem, wholeName } from "./search-text.ts";
import { isVague, queryWords, slips } from "./search-words.ts";

/** MATCH expressions, filters included. */
export interface SearchPlan {
  /** The kinds of match from the best to the widest, those within each other together; a listing counts to the first that finds it. */
  tiers: string[][];
  /** What nearly all that is found matches, quick to ask about: without names that only begin with the words. */
  most: string;
  /** What the others match, or null where there are none. */
  others: string | null;
}

/** All that a plan finds, in one expression. */
export const allFound = ({ most, others }: SearchPlan): string => (others === null ? most : oneOf([most, others]));

export interface PlanOptions {
  siteId: number;
  filters: string;
  /** Whether the best match comes first; otherwise weak matches are left out as long as there are others. */
  isRanked: boolean;
}

interface Word extends QueryWord {
  written: string;
}

// With fewer matches than this, those that lack some of the words are worth showing after them.
const fewMatches = 3;

/** Works out what to ask the index for a query in words; null where the query has no words at all. */
export async function planSearch(db: Db, q: string, options: PlanOptions): Promise<SearchPlan | null> {
  const { siteId, filters, isRanked } = options;
  const written = queryWords(q);
  if (written.length === 0) return null;
  const isKnown = (expression: string) => hasMatch(db, siteId, expression);

  const isComparing = written.some((each) => stem(each) === stem("alternative"));
  const names = [...new Set([wholeName(q), written.join("")])];

  let words = await askedWords(written, isKnown);
  let plan = strictPlan({ words, names, isComparing }, filters);
  let matches = await countFew(db, siteId, plan);
  if (matches >= fewMatches) return plan;
  const isWhole = await hasMatch(db, siteId, wholeNames(names) + filters);
  // A single Latin letter begins too many words to be of use.
  if (!/^[a-z0-9]$/.test(written.at(-1)!)) {
    words = words.with(-1, { ...words.at(-1)!, prefix: written.at(-1)! });
    plan = widened(plan, strictPlan({ words, names, isComparing }, filters));
    matches = await countFew(db, siteId, plan);
  }
  if (matches === 0) {
    const corrected = await correctedWords(db, words, isKnown);
    if (corrected.length === 0) return plan;
    words = corrected;
    plan = strictPlan({ words, names: joinedNames(words), isComparing }, filters);
    matches = await countFew(db, siteId, plan);
  }
  const isEnough = isWhole || matches >= fewMatches || (matches > 0 && !isRanked);
  const relaxed = isEnough || words.length === 1 ? null : await relaxedPlan(db, siteId, words, filters);
  return relaxed === null ? plan : after(plan, relaxed);
}

function strictPlan(wanted: Wanted, filters: string): SearchPlan {
  const most = `(${hasWords(wanted.words)}${filters})`;
  const others = `(${beginningNames(wanted)}${filters})`;
  return { tiers: [...relevanceTiers(wanted, filters), [most]], most, others };
}

/** What `first` finds and then what only `second` does. */
const after = (first: SearchPlan, second: SearchPlan): SearchPlan => ({
  tiers: [...first.tiers, ...second.tiers],
  most: oneOf([first.most, second.most]),
  others: oneOf([first.others, second.others].filter((each) => each !== null)),
});

/** The same where `second` asks for the words of `first` and more: whatever has those has these. */
const widened = (first: SearchPlan, second: SearchPlan): SearchPlan => ({ ...after(first, second), most: second.most });

async function countFew(db: Db, siteId: number, { most, others }: SearchPlan): Promise<number> {
  const found = await countUpTo(db, siteId, most, fewMatches);
  if (found >= fewMatches || others === null) return found;
  return found + (await countUpTo(db, siteId, without(others, most), fewMatches - found));
}

type IsKnown = (expression: string) => Promise<boolean>;

// `e mail`, `photo prism` and `backing up` are also meant by `email`, `photoprism` and `backup`.
async function askedWords(written: string[], isKnown: IsKnown): Promise<Word[]> {
  const pairs = written.slice(1).map((second, i) => [written[i]! + second, stem(written[i]!) + second]);
  const known = await Promise.all(
    pairs.map(async (pair) => {
      const isEach = await Promise.all(pair.map((each) => isKnown(exactly(each))));
      return pair.filter((_, i) => isEach[i]);
    }),
  );
  return written.map((each, i) => ({
    written: each,
    forms: [...new Set([stem(each), ...(known[i - 1] ?? []), ...(known[i] ?? [])])],
  }));
}

/** The words that are known, or that a slip away from known ones; the others are given up. */
async function correctedWords(db: Db, words: Word[], isKnown: IsKnown): Promise<Word[]> {
  const corrected: Word[] = [];
  let slipped = 0;
  for (const word of words) {
    if (await isKnown(hasWord(word))) corrected.push(word);
    else if (slipped++ < maxSlipped) {
      const forms = await corrections(db, word.written);
      if (forms.length > 0) corrected.push({ written: word.written, forms });
    }
  }
  return corrected;
}

const maxSlipped = 2;
const maxForms = 20;

/** Words one slip away that names have; where no name has one, those found anywhere. */
async function corrections(db: Db, written: string): Promise<string[]> {
  const near = slips(written);
  for (const mark of [marks.name, ""]) {
    const found = await knownTokens.all(db, JSON.stringify(near.map((form) => exactly(mark + form))), maxForms);
    if (found.length > 0) return found.map(({ at }) => near[at]!);
  }
  return [];
}

function joinedNames(words: Word[]): string[] {
  let names = [""];
  for (const { forms } of words) names = names.flatMap((name) => forms.map((form) => name + form)).slice(0, maxForms);
  return names;
}

const mostRelaxed = 4;
// Share of the query's weight that a listing must have where it lacks some of the words.
const leastShare = 0.4;

/**
 * Listings that lack some of the words, those with the most telling ones first: one group of tiers for each set of
 * words. A word tells the more the fewer listings have it.
 */
async function relaxedPlan(db: Db, siteId: number, words: Word[], filters: string): Promise<SearchPlan | null> {
  const total = await countUpTo(db, siteId, filtersOnly(siteId, filters), countCap);
  const counts = await Promise.all(words.map((word) => countUpTo(db, siteId, hasWord(word) + filters, countCap)));
  const weighed = words
    .map((word, i) => ({ word, count: counts[i]! }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => ({
      word,
      weight: Math.sqrt(Math.log2(total / count) + 1) * (isVague(word.written) ? 0.2 : 1),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostRelaxed);
  if (weighed.length === 0) return null;
  const sum = weighed.reduce((all, { weight }) => all + weight, 0);
  const groups = subsets(weighed)
    .map((subset) => ({ subset, share: subset.reduce((all, { weight }) => all + weight, 0) / sum }))
    .sort((a, b) => b.share - a.share);
  const telling = groups.filter(({ share }) => share >= leastShare);
  const expressionOf = (some: typeof groups) =>
    `(${oneOf(some.map(({ subset }) => hasWords(subset.map(({ word }) => word))))}${filters})`;
  const kept = (await hasMatch(db, siteId, expressionOf(telling))) ? telling : groups;
  // A listing with more of the words is found by an earlier group, since more words weigh more.
  const tiers = kept.flatMap(({ subset }) => {
    const present = subset.map(({ word }) => word);
    return [marks.lead, marks.heading, ""].map((mark) => [hasWords(present, mark) + filters]);
  });
  return { tiers, most: expressionOf(kept), others: null };
}

const subsets = <T>(items: T[]): T[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, mask) => items.filter((_, i) => (mask + 1) & (1 << i)));

const countCap = 2_000;

const firstMatch = preparedSql<{ found: 1 }, [string, number]>(
  `SELECT 1 AS found FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT 1`,
);
const matchCount = preparedSql<{ count: number }, [string, number, number]>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3)`,
);
const knownTokens = preparedSql<{ at: number }, [string, number]>(`
  SELECT j.key AS at FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH j.value) LIMIT ?`);

const hasMatch = async (db: Db, siteId: number, expression: string) =>
  (await firstMatch.get(db, expression, siteId)) !== null;
const countUpTo = async (db: Db, siteId: number, expression: string, limit: number) =>
  (await matchCount.get(db, expression, siteId, limit))!.count;
