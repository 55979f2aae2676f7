import type { Db } from "../../store/store.ts";
import { countUpTo } from "./search-count.ts";
import { filtersOnly } from "./search-filters.ts";
import { hasWord, hasWords, oneOf } from "./search-match.ts";
import type { SearchPlan } from "./search-plan.ts";
import { marks } from "./search-text.ts";
import { isVague } from "./search-words.ts";
import { shortestSentence, type Word } from "./search-written.ts";

const maxRelaxed = 4;
// The words that a listing contains must have at least this share of the query's total weight.
const leastShare = 0.4;
const countCap = 2_000;
const fewMatches = 3;

/**
 * Finds listings that lack some of the words. The fewer listings have a word, the more it weighs, so listings with the
 * rarest words come first. The heaviest word or a product type is required, unless too few listings contain one.
 */
export async function relaxedPlan(db: Db, siteId: number, words: Word[], filters: string): Promise<SearchPlan | null> {
  const total = await countUpTo(db, siteId, filtersOnly(siteId, filters), countCap);
  const counts = await Promise.all(words.map((word) => countUpTo(db, siteId, hasWord(word) + filters, countCap)));
  const weighed = words
    .map((word, i) => ({ word, count: counts[i]! }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => ({ word, weight: weightOf(word, Math.log2(total / count) + 1) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxRelaxed);
  if (weighed.length === 0) return null;
  const sum = weighed.reduce((all, { weight }) => all + weight, 0);
  const groups = subsets(weighed)
    .map((subset) => ({ subset, share: subset.reduce((all, { weight }) => all + weight, 0) / sum }))
    .sort((a, b) => b.share - a.share);
  const telling = groups.filter(
    ({ subset, share }) =>
      share >= leastShare && subset.some(({ word }) => word === weighed[0]!.word || word.topic !== undefined),
  );
  const expressionOf = (some: typeof groups) =>
    `(${oneOf(smallest(some.map(({ subset }) => subset.map(({ word }) => word))).map((words) => hasWords(words)))}${filters})`;
  const told = await countUpTo(db, siteId, expressionOf(telling), fewMatches);
  // A sentence has several significant words. If few listings have the heaviest one, listings without it follow.
  const isEnough = told >= fewMatches || (told > 0 && words.length < shortestSentence);
  const kept = isEnough ? telling : told === 0 ? groups : [...new Set([...telling, ...groups])];
  // The heaviest groups come first. Each listing is thus found by the heaviest group whose words it contains.
  const tiers = kept.map(({ subset }) => {
    const present = subset.map(({ word }) => word);
    return [marks.lead, marks.heading, ""].map((mark) => hasWords(present, mark) + filters);
  });
  return { tiers, most: expressionOf(kept), others: null, counted: null };
}

const vagueShare = 0.2;
const kindShare = 2;
const weightOf = ({ apart, written }: Word, rarity: number) =>
  Math.sqrt(rarity) * (apart ? kindShare : isVague(written) ? vagueShare : 1);

const subsets = <T>(items: T[]): T[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, mask) => items.filter((_, i) => (mask + 1) & (1 << i)));

/** The sets that contain no other set. Together, they find everything that the remaining sets find. */
const smallest = <T>(sets: T[][]): T[][] =>
  sets.filter((set) => !sets.some((other) => other.length < set.length && other.every((item) => set.includes(item))));
