import type { Traits } from "../../db/queries/alternatives.ts";
import { stem, words } from "../../db/queries/search-text.ts";
import { isTelling } from "../../db/queries/search-words.ts";

export interface Similarity {
  /** 0 to 1. */
  score: number;
  /** What both have in common, in words. */
  shared: string[];
}

/** How much each kind of trait counts; a kind the listing has none of is left out of the sum. */
const weights = { category: 45, tag: 20, words: 25, platform: 6, pricing: 4 };
type Kind = keyof typeof weights;
const kinds = Object.keys(weights) as Kind[];
// The first category says what a listing is, the others where else it may be looked for.
const mainCategoryFactor = 2.5;
const shownWords = 5;

/** For each kind, the values of a listing by key, as they are shown. */
type Values = Record<Kind, Map<string, string>>;

function valuesOf(traits: Traits): Values {
  const map = (values: string[], keyOf = (value: string) => value.toLowerCase()) =>
    new Map(values.map((value) => [keyOf(value), value]));
  // The first way a word is written is the one to show.
  const said = words(`${traits.name} ${traits.headline} ${traits.summary}`).filter(isTelling).reverse();
  return {
    category: map(
      traits.categories.map(({ name }) => name),
      (name) => name,
    ),
    tag: map(traits.tags),
    words: map(said, stem),
    platform: map(traits.platforms),
    pricing: map(traits.pricing === null ? [] : [traits.pricing]),
  };
}

/**
 * How alike `own` and each of `others` are. What few of the others have counts more than what most of them have, so a
 * narrow category weighs more than a broad one and `album` more than `server`.
 */
export function similarities(own: Traits, others: readonly Traits[]): Similarity[] {
  const mine = valuesOf(own);
  const theirs = others.map(valuesOf);
  const rarity = Object.fromEntries(kinds.map((kind) => [kind, raritiesOf(theirs.map((values) => values[kind]))]));
  const main = own.categories[0]?.name;
  const weightOf = (kind: Kind, key: string) =>
    rarity[kind]!(key) * (kind === "category" && key === main ? mainCategoryFactor : 1);
  const sumOf = (kind: Kind, keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + weightOf(kind, key), 0);
  const present = kinds.filter((kind) => mine[kind].size > 0);
  const whole = present.reduce((sum, kind) => sum + weights[kind], 0);
  const mySums = Object.fromEntries(present.map((kind) => [kind, sumOf(kind, mine[kind].keys())]));

  return theirs.map((values) => {
    let score = 0;
    const shared: string[] = [];
    for (const kind of present) {
      const common = [...mine[kind].keys()].filter((key) => values[kind].has(key));
      if (common.length === 0) continue;
      const likeness = sumOf(kind, common) / Math.sqrt(mySums[kind]! * sumOf(kind, values[kind].keys()));
      score += (weights[kind] / whole) * likeness;
      const shown = common.sort((a, b) => weightOf(kind, b) - weightOf(kind, a)).map((key) => mine[kind].get(key)!);
      if (kind === "words") shared.push(`words: ${shown.slice(0, shownWords).join(", ")}`);
      else shared.push(...shown.map((value) => `${kind}: ${value}`));
    }
    return { score: Math.min(1, score), shared };
  });
}

/** Weighs a key by how few of `sets` have it. */
function raritiesOf(sets: Map<string, string>[]): (key: string) => number {
  const counts = new Map<string, number>();
  for (const set of sets) for (const key of set.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => Math.log(1 + sets.length / (counts.get(key) ?? 1));
}
