import type { SimilarityFeatures } from "#db/queries/search/alternatives.ts";

export interface Similarity {
  score: number;
  shared: string[];
}

/** Weights of the features. What a product does counts far more than how people get it. */
const weights = { category: 35, topic: 25, words: 30, tag: 12, platform: 4, licence: 3, pricing: 2 };
type Kind = keyof typeof weights;
const kinds = Object.keys(weights) as Kind[];
// The first category says what a listing is; the others say where else people may look for it.
const mainCategoryFactor = 2.5;
/** Bonus for a listing whose text mentions the other product, if the two share a category or topic. */
const namedBonus = { asAlternative: 0.25, otherwise: 0.1 };
/** Bonus for two well-known products of the same kind. */
const knownBonus = 0.25;
const saysLike =
  /altern|fork|clone|success|replace|inspired|compatible|implement|based on|similar|like|rewrite|ersatz/i;
const contextLength = 40;
const shownWords = 5;

const reasons: Record<Kind, (value: string) => string> = {
  category: (name) => `both in ${name}`,
  topic: (name) => `both for ${name}`,
  words: (words) => `both mention ${words}`,
  tag: (tag) => `both tagged ${tag}`,
  platform: (platform) => `both on ${platform}`,
  licence: (licence) => `same licence, ${licence}`,
  pricing: (pricing) => `both ${pricing}`,
};

/** The values to show. Each key is the form in which the value is compared. */
type Values = Record<Kind, Map<string, string>>;

const licencePrefix = "license-";

function valuesOf(traits: SimilarityFeatures): Values {
  const map = (values: string[], keyOf = (value: string) => value.toLowerCase()) =>
    new Map(values.map((value) => [keyOf(value), value]));
  const words = new Map<string, string>();
  // The loop runs in reverse, so that the first spelling of a word is shown.
  for (const { stem, written, isTelling } of [...traits.read.name, ...traits.read.text].reverse())
    if (isTelling) words.set(stem, written);
  const [licences, tags] = [true, false].map((isOne) =>
    traits.tags.filter((tag) => tag.startsWith(licencePrefix) === isOne),
  ) as [string[], string[]];
  return {
    category: map(
      traits.categories.map(({ name }) => name),
      (name) => name,
    ),
    topic: map(traits.topics),
    words,
    tag: map(tags),
    platform: map(traits.platforms),
    licence: map(licences.map((tag) => tag.slice(licencePrefix.length))),
    pricing: map(traits.pricing === null ? [] : [traits.pricing]),
  };
}

/**
 * Returns the similarity between `own` and each of `others`. Rare values count more, so a narrow category weighs more
 * than a broad one, and `album` more than `server`.
 */
export function similarities(own: SimilarityFeatures, others: readonly SimilarityFeatures[]): Similarity[] {
  const mine = valuesOf(own);
  const theirs = others.map(valuesOf);
  const rarity = Object.fromEntries(kinds.map((kind) => [kind, raritiesOf(theirs.map((values) => values[kind]))]));
  const main = own.categories[0]?.name;
  const weightOf = (kind: Kind, key: string) =>
    rarity[kind]!(key) * (kind === "category" && key === main ? mainCategoryFactor : 1);
  const sumOf = (kind: Kind, keys: Iterable<string>) => {
    let sum = 0;
    for (const key of keys) sum += weightOf(kind, key);
    return sum;
  };
  const present = kinds.filter((kind) => mine[kind].size > 0);
  const whole = present.reduce((sum, kind) => sum + weights[kind], 0);
  const mySums = Object.fromEntries(present.map((kind) => [kind, sumOf(kind, mine[kind].keys())]));

  return theirs.map((values, i) => {
    let score = 0;
    const shared: string[] = [];
    let isOfOneKind = false;
    for (const kind of present) {
      const common = [...mine[kind].keys()].filter((key) => values[kind].has(key));
      if (common.length === 0) continue;
      isOfOneKind ||= kind === "category" || kind === "topic";
      const likeness = sumOf(kind, common) / Math.sqrt(mySums[kind]! * sumOf(kind, values[kind].keys()));
      score += (weights[kind] / whole) * likeness;
      const shown = common.sort((a, b) => weightOf(kind, b) - weightOf(kind, a)).map((key) => mine[kind].get(key)!);
      const named = kind === "words" ? [shown.slice(0, shownWords).join(", ")] : shown;
      shared.push(...named.map((value) => reasons[kind](value)));
    }
    const other = others[i]!;
    if (own.knownAs !== null && own.knownAs === other.knownAs) {
      score += knownBonus;
      shared.unshift(`both known for ${own.knownAs}`);
    }
    const naming = isOfOneKind && (names(other, own) ?? names(own, other));
    if (!naming) return { score: Math.min(1, score), shared };
    return { score: Math.min(1, score + namedBonus[naming.how]), shared: [naming.reason, ...shared] };
  });
}

/**
 * Returns how a listing's text mentions the other product, or null. A name of up to three letters could be any word.
 */
function names(
  one: SimilarityFeatures,
  { name }: SimilarityFeatures,
): { reason: string; how: keyof typeof namedBonus } | null {
  if (name.length < 4) return null;
  const text = `${one.headline} ${one.summary}`;
  for (let at = text.indexOf(name, 1); at > 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const neighbours = [text[at - 1]!, text[end] ?? " "];
    // The first word of a sentence is always capitalised, so it may not be the product's name.
    const isAfterSentence = /[.!?]\s$/.test(text.slice(0, at));
    if (isAfterSentence || neighbours.some((sign) => /[\p{L}\p{N}]/u.test(sign))) continue;
    const isLike = saysLike.test(text.slice(Math.max(0, at - contextLength), end + contextLength));
    return { reason: `${one.name} names ${name}`, how: isLike ? "asAlternative" : "otherwise" };
  }
  return null;
}

function raritiesOf(sets: Map<string, string>[]): (key: string) => number {
  const counts = new Map<string, number>();
  for (const set of sets) for (const key of set.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const byCount = Array.from({ length: sets.length + 1 }, (_, count) => Math.log(1 + sets.length / Math.max(1, count)));
  return (key) => byCount[counts.get(key) ?? 1]!;
}
