import type { SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import { filterToken } from "#db/queries/search/search-text.ts";
import type { Frequency } from "#db/queries/search/term-statistics.ts";

export interface Similarity {
  score: number;
  shared: string[];
}

/**
 * The weights roughly follow a regression on pairs of products judged by hand. `terms` applies to the share of equal
 * words and tags, and `typical` to each of them that is typical of a shared category.
 */
const weights = { category: 0.5, topic: 0.14, terms: 0.56, typical: 0.28, known: 0.26, named: 0.2 };
/** The first category says what a listing is; the others say where else people may look for it. */
const otherCategoryFactor = 0.6;
/** Reasons that make a smaller part of the score are not shown. */
const minPart = 0.05;
const shownWords = 5;
const saying = { category: "in", tag: "tagged" };

interface Feature {
  kind: "category" | "tag" | "word";
  value: string;
}

interface Reason {
  text: string;
  part: number;
}

const categoryKey = ({ id }: { id: number }) => filterToken("category", id);
const isTerm = ({ kind }: Feature) => kind === "word" || kind === "tag";
const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((all, item) => all + of(item), 0);

/** Returns what a listing can share with others, by token in the search index. */
export function featuresOf({ categories, tags, read }: SimilarityFeatures): Map<string, Feature> {
  const features = new Map<string, Feature>();
  for (const category of categories) features.set(categoryKey(category), { kind: "category", value: category.name });
  for (const tag of tags) features.set(filterToken("tag", tag), { kind: "tag", value: tag });
  for (const { stem, written, isTelling } of read.text)
    if (isTelling && !features.has(stem)) features.set(stem, { kind: "word", value: written });
  return features;
}

/** Returns the similarity between `own` and each of `others`, given how frequent the features of `own` are. */
export function similarities(
  own: SimilarityFeatures,
  others: readonly SimilarityFeatures[],
  frequencies: ReadonlyMap<string, Frequency>,
): Similarity[] {
  const mine = [...featuresOf(own)].map(([key, feature]) => ({ key, ...feature, ...frequencies.get(key)! }));
  const theirs = others.map(featuresOf);
  const terms = mine.filter(isTerm);
  const whole = sum(terms, ({ rarity }) => rarity);
  const categories = own.categories.map(categoryKey);
  const inCommon = theirs.map((features) => mine.filter(({ key }) => features.has(key)));
  const typicalIn = categories.map((key) => shareIn(key, inCommon, frequencies.get(key)!.count));

  return others.map((other, i) => {
    const features = theirs[i]!;
    const common = inCommon[i]!;
    const equal = common.filter(isTerm);
    const unequal = features.size - other.categories.length - equal.length;
    // The rarities of the other listing's own terms are not looked up. Each counts as the mean of the product's terms.
    const norm = Math.sqrt(whole * (sum(equal, ({ rarity }) => rarity) + (unequal * whole) / terms.length));
    const isMain = own.categories[0]?.id === other.categories[0]?.id;
    const factors = categories.map((key, at) =>
      !features.has(key) ? 0 : isMain && at === 0 ? 1 : otherCategoryFactor,
    );
    const relations = relationsOf(own, other, common.length > equal.length, frequencies);
    const weighed = common.map(({ kind, value, key, count, rarity }) => {
      if (kind === "category")
        return { kind, value, part: weights.category * rarity * factors[categories.indexOf(key)]! };
      const typical = Math.max(0, ...factors.map((factor, at) => factor && factor * typicalIn[at]!(key, count)));
      const part = rarity * (weights.terms / norm + weights.typical * typical);
      return { kind, value, part, isByChance: kind === "word" && typical === 0 };
    });
    const score = Math.min(
      1,
      sum([...weighed, ...relations], ({ part }) => part),
    );
    const shown = weighed.filter(({ part, isByChance }) => part > minPart * score && !isByChance).sort(byPart);
    const words = shown.filter(({ kind }) => kind === "word").slice(0, shownWords);
    const reasons = [
      ...relations,
      ...shown.flatMap(({ kind, value, part }) =>
        kind === "word" ? [] : [{ text: `both ${saying[kind]} ${value}`, part }],
      ),
      { text: `both mention ${words.map(({ value }) => value).join(", ")}`, part: sum(words, ({ part }) => part) },
    ];
    const shared = reasons.filter(({ part }) => part > 0).sort(byPart);
    return { score, shared: shared.map(({ text }) => text) };
  });
}

const byPart = (a: { part: number }, b: { part: number }) => b.part - a.part;

/**
 * Returns a function for the share of listings with a term that are in a category, without the two listings that are
 * compared. The candidates stand for the whole category.
 */
function shareIn(category: string, inCommon: readonly { key: string }[][], size: number) {
  const members = inCommon.filter((features) => features.some(({ key }) => key === category));
  const counts = new Map<string, number>();
  for (const { key } of members.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const scale = Math.max(1, (size - 1) / members.length);
  return (term: string, count: number) =>
    Math.min(1, (Math.max(0, counts.get(term)! - 1) * scale) / Math.max(1, count - 1));
}

function relationsOf(
  own: SimilarityFeatures,
  other: SimilarityFeatures,
  shareCategory: boolean,
  frequencies: ReadonlyMap<string, Frequency>,
): Reason[] {
  const topics = own.topics.filter((topic) => other.topics.includes(topic));
  const found = topics.map((topic) => ({
    text: `both for ${topic}`,
    part: weights.topic / Math.max(own.topics.length, other.topics.length),
  }));
  if (own.knownAs !== null && own.knownAs === other.knownAs)
    found.push({ text: `both known for ${own.knownAs}`, part: weights.known });
  const [one, named] = names(other, own) ? [other, own] : [own, other];
  if ((shareCategory || topics.length > 0) && names(one, named)) {
    // The name may also be a common word, such as `reader`.
    const rarities = named.read.name.map(({ stem }) => frequencies.get(stem)?.rarity ?? 1);
    found.push({ text: `${one.name} names ${named.name}`, part: weights.named * Math.max(0, ...rarities) });
  }
  return found;
}

/** Returns whether a listing's text mentions the other product. A name of up to three letters could be any word. */
function names(one: SimilarityFeatures, { name }: SimilarityFeatures): boolean {
  if (name.length < 4) return false;
  const text = `${one.headline} ${one.summary}`;
  for (let at = text.indexOf(name, 1); at > 0; at = text.indexOf(name, at + 1)) {
    const neighbours = [text[at - 1]!, text[at + name.length] ?? " "];
    // The first word of a sentence is always capitalised, so it may not be the product's name.
    const isAfterSentence = /[.!?]\s$/.test(text.slice(0, at));
    if (!isAfterSentence && !neighbours.some((sign) => /[\p{L}\p{N}]/u.test(sign))) return true;
  }
  return false;
}
