import { nearest } from "#db/queries/search/near-words.ts";
import { fold, stem, wholeName } from "#db/queries/search/search-text.ts";
import type { FoundTopic, SuggestedTopic, Topic, Vocabulary } from "#db/queries/search/search-topics.ts";
import { isVague, phraseOf, queryWords, type ReadWord } from "#db/queries/search/search-words.ts";
import type { ProductType, ProductTypes } from "../shared/product-types.ts";
import { isCommonWord, isEverydayWord } from "./common-words.ts";

export interface FiledUnder {
  id: number;
  slug: string;
  name: string;
}

export interface SiteKind extends ProductType {
  categoryIds: Set<number>;
  /** The phrases that name only this kind and whose stems listings use. */
  used: string[];
  /** The whole names of its products that are listed. */
  members: string[];
}

interface CategoryNames {
  id: number;
  /** The whole name, and any short form that follows it in parentheses. */
  whole: string[];
  /** The names that the whole name joins, such as `Polls` and `Events` in `Polls and Events`. */
  parts: string[];
}

export interface SiteVocabulary extends Vocabulary {
  kindsOf(name: string, text: readonly ReadWord[]): { kinds: SiteKind[]; knownAs: SiteKind | null };
  topicOfKind(kind: SiteKind): Topic;
  kindOfProduct(name: string): Topic | null;
  productNamed(name: string): string;
  topicOf(phrase: string): Topic | null;
  /** The folded `beginning` starts a product's name or, in the next function, any word of a category's name. */
  productsBeginning(beginning: string): string[];
  categoriesBeginning(beginning: string): FiledUnder[];
}

/** Names in scripts without spaces have a word for every pair of characters. */
const maxWordsOfPhrase = 12;
const maxSuggested = 3;
/** Kinds with less than this share of the best kind's score are not suggested. */
const leastSuggested = 0.6;
const weakFactor = 0.25;
/** One word that suggests a tenth of the kinds is not enough. */
const minSuggested = 2.3;

export function vocabularyOf(
  { kinds, words: namesOfKinds }: ProductTypes,
  categories: readonly FiledUnder[],
  /** `isUsed` says whether any listing uses a stem, and `isListed` whether any listing has exactly this name. */
  { isUsed, isListed }: { isUsed: (stem: string) => boolean; isListed: (wholeName: string) => boolean },
): SiteVocabulary {
  const named = categories.map(namesOf);
  const siteKinds = kinds.map((kind): SiteKind => {
    const { phrases, isAmbiguous, products } = kind;
    const used = phrases.filter((phrase) => !isAmbiguous.has(phrase) && phrase.split(" ").every(isUsed));
    const members = products.map(wholeName).filter(isListed);
    return { ...kind, categoryIds: categoriesOf(kind, named), used, members };
  });
  const byPhrase = indexed(siteKinds, ({ phrases }) => phrases);
  const byProduct = indexed(siteKinds, ({ products }) => products.map(phraseOf));
  const phrasesOf = indexed(
    [...byPhrase.keys()].filter((phrase) => phrase.includes(" ")),
    (phrase) => phrase.split(" ", 1),
  );
  const maxFromLength = longestByFirstWord(byPhrase.keys());
  const byCategory = indexed(named, ({ whole, parts }) => [...whole, ...parts]);
  const products = new Map(
    kinds.flatMap((kind) => kind.products.map((name): [string, string] => [phraseOf(name), name])),
  );
  const folded = [...products.values()].map((name): [string, string] => [fold(name), name]);
  const filed = categories.map((category): [string, FiledUnder] => [` ${fold(category.name)}`, category]);
  const words = new Set([...namesOfKinds, ...categories.flatMap(({ name }) => queryWords(name))]);

  // The words of a kind's names suggest it too, because a query may have some of them.
  const suggesting = indexed(siteKinds, ({ hints, phrases }) =>
    [...hints, ...phrases].flatMap((each) => each.split(" ")),
  );
  const tellingAlone = new Set(
    siteKinds.flatMap(({ hints, phrases }) => [...hints, ...phrases].filter((each) => !each.includes(" "))),
  );
  const isWeak = (written: string) => isEverydayWord(written) && !tellingAlone.has(stem(written));
  const tellingOf = (written: string) =>
    Math.log(siteKinds.length / (suggesting.get(stem(written))?.length ?? siteKinds.length)) *
    (isWeak(written) ? weakFactor : 1);

  const isHere = (kind: SiteKind) => kind.categoryIds.size > 0 || kind.used.length > 0;
  function topicFrom(phrase: string | null, found: readonly SiteKind[], filed: readonly CategoryNames[]): Topic | null {
    if (found.length + filed.length === 0) return null;
    const phrases = new Set([...(phrase === null ? [] : [phrase]), ...found.flatMap(({ used }) => used)]);
    return {
      members: [...new Set(found.flatMap(({ members }) => members))],
      name: (found.find(isHere) ?? found[0])?.name ?? categories.find(({ id }) => id === filed[0]!.id)!.name,
      phrases: withoutNarrower([...phrases].map((each) => each.split(" "))),
      categoryIds: [...new Set([...filed.map(({ id }) => id), ...found.flatMap((kind) => [...kind.categoryIds])])],
      isCategory: phrase !== null && filed.some(({ whole }) => whole.includes(phrase)),
    };
  }
  const topicOf = (phrase: string) => topicFrom(phrase, byPhrase.get(phrase) ?? [], byCategory.get(phrase) ?? []);
  const kindOfProduct = (name: string) => topicFrom(null, byProduct.get(phraseOf(name)) ?? [], []);

  function topicsIn(asked: readonly string[]): FoundTopic[] {
    const found: FoundTopic[] = [];
    const rest = new Set(asked.keys());
    const take = (at: number[], topic: Topic) => {
      found.push({ at, topic });
      for (const each of at) rest.delete(each);
    };
    for (let at = 0; at < asked.length; at++)
      for (let length = Math.min(maxWordsOfPhrase, asked.length - at); length > 1; length--) {
        const topic = topicOf(asked.slice(at, at + length).join(" "));
        if (topic === null) continue;
        take(range(at, length), topic);
        at += length - 1;
        break;
      }
    // The words of a kind's name may be apart or in a different order, as in `stream my own music`.
    const apart = [...rest]
      .flatMap((at) => (phrasesOf.get(asked[at]!) ?? []).map((phrase) => phrase.split(" ")))
      .sort((a, b) => b.length - a.length);
    for (const phrase of apart) {
      const at = phrase.map((stem) => [...rest].find((each) => asked[each] === stem));
      if (at.every((each) => each !== undefined) && new Set(at).size === at.length)
        take(
          at.sort((a, b) => a - b),
          topicOf(phrase.join(" "))!,
        );
    }
    for (const at of rest) {
      const topic = topicOf(asked[at]!);
      if (topic !== null) take([at], topic);
    }
    return found;
  }

  function kindsOf(name: string, text: readonly ReadWord[]) {
    const stems = text.filter(({ isMeant }) => isMeant).map(({ stem }) => stem);
    const known = byProduct.get(phraseOf(name)) ?? [];
    const found = new Set(known);
    for (let at = 0; at < stems.length; at++)
      for (let length = Math.min(maxFromLength.get(stems[at]!) ?? 0, stems.length - at); length > 0; length--) {
        const phrase = stems.slice(at, at + length).join(" ");
        for (const kind of byPhrase.get(phrase) ?? []) if (!kind.isAmbiguous.has(phrase)) found.add(kind);
      }
    return { kinds: [...found], knownAs: known[0] ?? null };
  }

  function suggestedBy(asked: readonly string[]): SuggestedTopic[] {
    const found = new Map<SiteKind, { stems: string[]; score: number }>();
    for (const written of new Set(asked))
      for (const kind of suggesting.get(stem(written)) ?? []) {
        const suggestion = found.get(kind) ?? { stems: [], score: 0 };
        found.set(kind, suggestion);
        suggestion.stems.push(stem(written));
        suggestion.score += tellingOf(written);
      }
    const ranked = [...found].sort(([, a], [, b]) => b.score - a.score).slice(0, maxSuggested);
    const best = ranked[0]?.[1].score ?? 0;
    return ranked
      .filter(([, { score }]) => score >= Math.max(minSuggested, best * leastSuggested))
      .map(([kind, { stems, score }]) => ({ topic: topicFrom(null, [kind], [])!, stems, strength: score / best }));
  }

  return {
    topicsIn,
    suggestedBy,
    isCommon: (written) => suggesting.has(stem(written)) || words.has(written) || isCommonWord(written),
    isWeak,
    kindsOf,
    topicOfKind: (kind) => topicFrom(null, [kind], [])!,
    topicOf,
    kindOfProduct,
    productNamed: (name) => products.get(phraseOf(name)) ?? name,
    near: (written) => nearest(written, words),
    productsBeginning: (beginning) => folded.filter(([name]) => name.startsWith(beginning)).map(([, name]) => name),
    categoriesBeginning: (beginning) =>
      filed.filter(([name]) => name.includes(` ${beginning}`)).map(([, category]) => category),
  };
}

const range = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);

/** Removes phrases that contain a shorter phrase, because text with `photo gallery` also contains `photo`. */
const withoutNarrower = (phrases: string[][]) =>
  phrases.filter(
    (phrase) => !phrases.some((other) => other.length < phrase.length && other.every((each) => phrase.includes(each))),
  );

/** Most keys have one item, so the keys of an item share its list. Tens of thousands of lists take megabytes. */
function indexed<Item>(items: readonly Item[], keysOf: (item: Item) => string[]): Map<string, readonly Item[]> {
  const index = new Map<string, readonly Item[]>();
  for (const item of items) {
    const alone = [item];
    for (const key of new Set(keysOf(item))) {
      if (key === "") continue;
      const known = index.get(key);
      index.set(key, known ? [...known, item] : alone);
    }
  }
  return index;
}

function longestByFirstWord(phrases: Iterable<string>): Map<string, number> {
  const longest = new Map<string, number>();
  for (const phrase of phrases) {
    const words = phrase.split(" ");
    longest.set(words[0]!, Math.min(maxWordsOfPhrase, Math.max(words.length, longest.get(words[0]!) ?? 0)));
  }
  return longest;
}

const categoriesOf = ({ phrases, isAmbiguous }: ProductType, named: CategoryNames[]) =>
  new Set(
    named
      .filter(({ whole, parts }) =>
        phrases.some((phrase) => whole.includes(phrase) || (parts.includes(phrase) && !isAmbiguous.has(phrase))),
      )
      .map(({ id }) => id),
  );

/** Words that mean little on their own. */
const generic = new Set([
  "server",
  "client",
  "manag",
  "management",
  "complet",
  "editor",
  "utility",
  "other",
  "miscellaneou",
]);

/** Reads category names such as `Content Management Systems (CMS)` and `Email - Mailing Lists and Newsletters`. */
function namesOf({ id, name }: FiledUnder): CategoryNames {
  const phrases = (texts: string[]) =>
    texts.map(phraseOf).filter((phrase) => phrase !== "" && !isVague(phrase) && !generic.has(phrase));
  const short = [...name.matchAll(/\(([^)]+)\)/g)].map(([, inside]) => inside!);
  const long = name.replace(/\([^)]*\)/g, " ");
  const joined = long.split(/\s[-–—/]\s|,|&|\/|\s(?:and|und|et|y|e)\s/);
  return { id, whole: phrases([long, ...short]), parts: joined.length > 1 ? phrases(joined) : [] };
}
