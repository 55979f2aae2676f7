import { lookup } from "../../values/lookup.ts";
import { type FactFilter, factValues, type SearchableFacts } from "./search-facts.ts";

/**
 * The marks of tokens in the search index. A token without a mark is a word found anywhere in a listing. A mark before
 * a token shows where the word was found, or that the token is a filter value. Text contains no marks, because they are
 * private-use characters and never become part of words.
 */
export const marks = {
  heading: "\uE000",
  lead: "\uE001",
  name: "\uE002",
  wholeName: "\uE003",
  filter: "\uE004",
  nameStart: "\uE005",
  wholeNameStart: "\uE006",
  pair: "\uE007",
} as const;
export const joiner = "\uE00F";

// Latin, Greek and Cyrillic accents, Hebrew points and Arabic vowel signs. Vowel signs of Indic scripts are kept.
const accents = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;
const lettersLikeOthers = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" }),
);
const unlike = new RegExp([...lettersLikeOthers.keys()].join("|"), "g");
const word = /[\p{L}\p{N}\p{M}]+/gu;
const compound = /[\p{L}\p{N}\p{M}]+(?:[-'’.][\p{L}\p{N}\p{M}]+)+/gu;
// In scripts without spaces, every pair of adjacent characters is a word, so any part of a phrase can be found.
const unspacedScript = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー";
const runsByScript = new RegExp(`[${unspacedScript}\\p{M}]+|[^${unspacedScript}]+`, "gu");
const unspaced = new RegExp(`[${unspacedScript}]`, "u");
const maxWordLength = 64;

const ascii = /^[ -~]*$/;

/** Removes differences of case and accents: `Café` and `CAFE` become `cafe`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(accents, "")
    .replace(unlike, (letter) => lettersLikeOthers.get(letter)!)
    .normalize("NFKC");
}

export const words = (text: string): string[] => wordsIn(fold(text));

const asciiWord = /[a-z0-9]+/g;

function wordsIn(folded: string): string[] {
  if (ascii.test(folded)) return folded.match(asciiWord)?.map(cut) ?? [];
  return (folded.match(word) ?? [])
    .flatMap((run) => run.match(runsByScript)!)
    .flatMap((run) => (unspaced.test(run) ? pairs(run) : [cut(run)]));
}

/** Joins words such as `self-hosted` and `draw.io` into `selfhosted` and `drawio`, which people also search for. */
export const compounds = (text: string): string[] => compoundsIn(fold(text));

const hasJoint = /[-'’.]/;
const compoundsIn = (folded: string): string[] =>
  hasJoint.test(folded) ? (folded.match(compound) ?? []).map((run) => cut(run.match(word)!.join(""))) : [];

// The cut must not split a surrogate pair.
const cut = (run: string) => (run.length <= maxWordLength ? run : [...run].slice(0, maxWordLength / 2).join(""));

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

const notPlural = /(?:ss|us|is|news|canvas)$/;

/**
 * The common key of a word's English forms: `movie` and `movies`, `box` and `boxes`, `track`, `tracked` and `tracking`.
 * It need not be a word itself. Documents contain it alongside the written word, and queries search for it. Short words
 * stay unchanged, so that `note` does not become `not`.
 */
export function stem(written: string): string {
  if (written.length < 4) return written;
  let known = stems.get(written);
  if (known === undefined) {
    known = stemOf(written);
    if (stems.size === maxStems) stems.clear();
    stems.set(written, known);
  }
  return known;
}

/** Stems are cached, because a few words make up most text and computing stems takes most of an import's time. */
const stems = new Map<string, string>();
const maxStems = 20_000;

function stemOf(written: string): string {
  if (!/^[a-z]+$/.test(written)) return written;
  const one = notPlural.test(written) ? written : written.replace(/(?<=ss|sh|ch|x)es$|s$/, "");
  const verb = /^(.*[aeiouy].*)(?:ing|(?<!e)ed)$/.exec(one);
  if (verb && verb[1]!.length >= 4) return verb[1]!.replace(/([^aeiousl])\1$/, "$1");
  return one.length < 4 ? one : one.replace(/ie$/, "y").replace(/(?<=[a-z]{4})e$/, "");
}

/** All letters and digits of a name as one word, so that `photo prism`, `PhotoPrism` and `photo-prism` are equal. */
export const wholeName = (text: string): string => cut((fold(text).match(word) ?? []).join(""));

/**
 * A filter value as one token, for example `filterToken("tag", "self-hosted")`. Case, accents, spaces and hyphens make
 * no difference. All other characters do, so `C`, `C++` and `C#` are different.
 */
export function filterToken(kind: FilterKind, value: string | number): string {
  const folded = fold(String(value).trim());
  return marks.filter + filterKinds[kind] + folded.replace(/[\s_-]+/g, joiner).replace(foreign, signToken);
}
const foreign = new RegExp(`[^\\p{L}\\p{N}\\p{M}${joiner}]`, "gu");
const signToken = (sign: string) => `${joiner}${sign.codePointAt(0)!.toString(36)}${joiner}`;

const filterKinds = {
  site: "s",
  category: "c",
  tag: "t",
  pricing: "p",
  platform: "f",
  verified: "v",
  week: "w",
  rating: "r",
  updated: "u",
  launched: "l",
  license: "i",
  self_hosted: "h",
  has_api: "a",
  has_mcp: "m",
  sso: "o",
  price_max: "x",
  free_plan: "e",
  language: "g",
} as const satisfies Record<FactFilter, string> & Record<string, string>;
export type FilterKind = keyof typeof filterKinds;

/** A time is indexed by year, month and day, so that a few tokens cover any period. */
export const datePrefixes = (time: string) => [time.slice(0, 4), time.slice(0, 7), time.slice(0, 10)];

export interface ListingWords {
  name: string;
  headline: string;
  summary: string;
  categories: { id: number; name: string; parentId: number | null }[];
  tags: string[];
  platforms: string[];
  pricing: string | null;
}

export interface SearchableListing extends ListingWords {
  siteId: number;
  verified: boolean;
  launchWeek: string | null;
  launchedAt: string | null;
  rating: number | null;
  updatedAt: string;
  facts: SearchableFacts;
}

/**
 * Prefixes of these lengths are stored as tokens. Otherwise, SQLite would go through every word that starts with the
 * prefix.
 */
export const startLengths = { min: 5, max: 12 };

const startsOfLengths = Array.from({ length: startLengths.max - startLengths.min + 1 }, (_, i) => startLengths.min + i);

function starts(found: string): string[] {
  if (found.length < startLengths.min) return [];
  if (ascii.test(found))
    return startsOfLengths.slice(0, found.length - startLengths.min + 1).map((length) => found.slice(0, length));
  const characters = [...found];
  const longest = Math.min(characters.length, startLengths.max);
  const all: string[] = [];
  for (let length = startLengths.min; length <= longest; length++) all.push(characters.slice(0, length).join(""));
  return all;
}

// The start of a headline says what a product is; the end says what else it does or replaces.
const leadLength = 7;
const pricingWords: Record<string, string> = { free: "free", freemium: "freemium", "open-source": "open-source" };

/** The words of a listing with and without marks, without its filter values. */
export function wordTokens(listing: ListingWords): Set<string> {
  const tokens = new Set<string>();
  const addMarked = (form: string, ofMarks: string[]) => {
    tokens.add(form);
    for (const mark of ofMarks) tokens.add(mark + form);
  };
  const add = (found: string[], ...ofMarks: string[]) => {
    for (const form of found) {
      // The form was already added as a stem.
      if (ofMarks.length === 0 && tokens.has(form)) continue;
      addMarked(form, ofMarks);
      const stemmed = stem(form);
      if (stemmed !== form) addMarked(stemmed, ofMarks);
    }
  };
  add(nameWordsOf(listing), marks.name, marks.lead, marks.heading);
  const headline = words(listing.headline);
  add(headline.slice(0, leadLength), marks.lead);
  add([...headline, ...compounds(listing.headline)], marks.heading);
  const others = [listing.summary, ...listing.categories.map((c) => c.name), ...listing.tags, ...listing.platforms];
  for (const text of [...others, lookup(pricingWords, listing.pricing ?? "") ?? ""])
    add([...words(text), ...compounds(text)]);
  tokens.add(marks.wholeName + wholeName(listing.name));
  return tokens;
}

const nameWordsOf = ({ name }: ListingWords) => [...words(name), ...compounds(name)];

/** Neighbouring words of a name or headline as tokens, so that a phrase is found as it was written. */
export const pairTokens = (stems: readonly string[]): string[] =>
  stems.slice(1).map((second, i) => marks.pair + stems[i]! + joiner + second);

export function searchDocument(listing: SearchableListing): string {
  const tokens = wordTokens(listing);
  for (const text of [listing.name, listing.headline])
    for (const pair of pairTokens(words(text).map(stem))) tokens.add(pair);
  for (const start of starts(wholeName(listing.name))) tokens.add(marks.wholeNameStart + start);
  for (const found of nameWordsOf(listing))
    for (const start of [...starts(found), ...starts(stem(found))]) tokens.add(marks.nameStart + start);

  tokens.add(filterToken("site", listing.siteId));
  for (const id of filedIn(listing)) tokens.add(filterToken("category", id));
  for (const tag of listing.tags) tokens.add(filterToken("tag", tag));
  for (const platform of listing.platforms) tokens.add(filterToken("platform", platform));
  if (listing.pricing) tokens.add(filterToken("pricing", listing.pricing));
  tokens.add(filterToken("verified", listing.verified ? "yes" : "no"));
  // A launch is also indexed by year, so that a few tokens cover any period of weeks.
  if (listing.launchWeek)
    for (const stretch of [listing.launchWeek, listing.launchWeek.slice(0, 4)])
      tokens.add(filterToken("week", stretch));
  if (listing.launchedAt)
    for (const date of datePrefixes(listing.launchedAt)) tokens.add(filterToken("launched", date));
  if (listing.rating !== null) tokens.add(filterToken("rating", listing.rating));
  for (const date of datePrefixes(listing.updatedAt)) tokens.add(filterToken("updated", date));
  for (const [kind, values] of Object.entries(factValues(listing.facts)))
    for (const value of values) tokens.add(filterToken(kind as FactFilter, value));
  return [...tokens].join(" ");
}

/** A listing is also found in the categories above its own. */
export const filedIn = ({ categories }: ListingWords): Set<number> =>
  new Set(categories.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])));

const maxVotes = 2 ** 20;
const maxPopularity = 255;
const maxId = 2 ** 24 - 1;

export interface RankingKey {
  siteId: number;
  id: number;
  votes: number;
  stars: number | null;
  rating: number | null;
}

/** Popularity from 0 to 255: the higher of the values for the listing's stars (logarithmic) and Domain Rating. */
const popularityOf = ({ stars, rating }: RankingKey) =>
  Math.min(maxPopularity, Math.max(Math.round(12 * Math.log2(1 + (stars ?? 0))), 2 * (rating ?? 0)));

/** Row ids group a site's listings and sort them by votes, then by popularity, then from newest to oldest. */
export function searchKey(standing: RankingKey): bigint {
  const { siteId, id, votes } = standing;
  if (id > maxId) throw new RangeError(`the id ${id} is above the search index's limit of ${maxId}`);
  const places = (maxPopularity - popularityOf(standing)) * 2 ** 24 + (maxId - id);
  return (BigInt(siteId) << 53n) + (BigInt(maxVotes - Math.min(votes, maxVotes)) << 32n) + BigInt(places);
}

export const isSearchKeyOf = (rowid: string, listing: string) =>
  `(${rowid} >> 32 = (${listing}.site_id << 21) + ${maxVotes} - ${listing}.votes AND ${listingIdOf(rowid)} = ${listing}.id)`;

export const listingIdOf = (rowid: string) => `(${maxId} - (${rowid} & ${maxId}))`;

/**
 * A position is a row id without the site. `lastPlace` is the last position; `idOfPlace` returns the id of the listing
 * at a position.
 */
export const lastPlace = Number.MAX_SAFE_INTEGER;
export const idOfPlace = (place: number) => maxId - (place % (maxId + 1));

export const inSite = (site: string) => `listing_search.rowid BETWEEN ${site} << 53 AND (${site} << 53) + ${lastPlace}`;
