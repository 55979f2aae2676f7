import { lookup } from "../../values/lookup.ts";
/**
 * What the search index holds, in one place for those who write it and those who ask it.
 *
 * A document is a string of tokens. A token without a mark is a word found anywhere in the listing; a mark from the
 * private-use area in front says more: a word of the name or headline, one of the name or the headline's beginning,
 * one of the name, the whole name as one word, the beginning of one of these two, or a filter value. Text never carries
 * marks itself, because only letters, digits and the marks on letters get into words.
 */
export const marks = {
  heading: "\uE000",
  lead: "\uE001",
  name: "\uE002",
  wholeName: "\uE003",
  filter: "\uE004",
  nameStart: "\uE005",
  wholeNameStart: "\uE006",
} as const;
const joiner = "\uE00F";

// Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowel signs; the vowels of Indic scripts stay.
const accents = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;
const lettersLikeOthers = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" }),
);
const unlike = new RegExp([...lettersLikeOthers.keys()].join("|"), "g");
const word = /[\p{L}\p{N}\p{M}]+/gu;
const compound = /[\p{L}\p{N}\p{M}]+(?:[-'’.][\p{L}\p{N}\p{M}]+)+/gu;
// Scripts written without spaces: every pair of neighbours is a word, so that any part of a phrase can be found.
const unspacedScript = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー";
const runsByScript = new RegExp(`[${unspacedScript}\\p{M}]+|[^${unspacedScript}]+`, "gu");
const unspaced = new RegExp(`[${unspacedScript}]`, "u");
const maxWordLength = 64;

/** What needs no folding but that of case. */
const ascii = /^[ -~]*$/;

/** Case and accents folded away: `Café` and `CAFE` become `cafe`. */
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

/** The folded words of a text, in order, with repetitions. */
export const words = (text: string): string[] => wordsIn(fold(text));

const asciiWord = /[a-z0-9]+/g;

function wordsIn(folded: string): string[] {
  if (ascii.test(folded)) return folded.match(asciiWord)?.map(cut) ?? [];
  return (folded.match(word) ?? [])
    .flatMap((run) => run.match(runsByScript)!)
    .flatMap((run) => (unspaced.test(run) ? pairs(run) : [cut(run)]));
}

/** `self-hosted` and `draw.io` as the words `selfhosted` and `drawio`, which people search for as well. */
export const compounds = (text: string): string[] => compoundsIn(fold(text));

const hasJoint = /[-'’.]/;
const compoundsIn = (folded: string): string[] =>
  hasJoint.test(folded) ? (folded.match(compound) ?? []).map((run) => cut(run.match(word)!.join(""))) : [];

// Never between the halves of a surrogate pair.
const cut = (run: string) => (run.length <= maxWordLength ? run : [...run].slice(0, maxWordLength / 2).join(""));

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

const notPlural = /(?:ss|us|is|news|canvas)$/;

/**
 * The key under which the English forms of a word meet: `movie` and `movies`, `box` and `boxes`, `track`, `tracked`
 * and `tracking`. It need not be a word itself; documents hold it beside the word as written, queries ask for it.
 * Short words stay as they are, so that `note` does not become `not`.
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

/** Few words make up most of a text, and their stems most of the work of an import. */
const stems = new Map<string, string>();
const maxStems = 20_000;

function stemOf(written: string): string {
  if (!/^[a-z]+$/.test(written)) return written;
  const one = notPlural.test(written) ? written : written.replace(/(?<=ss|sh|ch|x)es$|s$/, "");
  const verb = /^(.*[aeiouy].*)(?:ing|(?<!e)ed)$/.exec(one);
  if (verb && verb[1]!.length >= 4) return verb[1]!.replace(/([^aeiousl])\1$/, "$1");
  return one.length < 4 ? one : one.replace(/ie$/, "y").replace(/(?<=[a-z]{4})e$/, "");
}

/** All letters and digits of a name run together, so that `photo prism`, `PhotoPrism` and `photo-prism` are one. */
export const wholeName = (text: string): string => cut((fold(text).match(word) ?? []).join(""));

/**
 * A filter value as one token, for example `filterToken("tag", "self-hosted")`. Case, accents and whether words are
 * joined by spaces or hyphens make no difference; every other sign does, so that `C`, `C++` and `C#` are three.
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
} as const;
export type FilterKind = keyof typeof filterKinds;

/** A time is filed under its year, month and day, so that any stretch of time is a few tokens. */
export const datePrefixes = (time: string) => [time.slice(0, 4), time.slice(0, 7), time.slice(0, 10)];

export interface SearchableListing {
  siteId: number;
  name: string;
  headline: string;
  summary: string;
  categories: { id: number; name: string; parentId: number | null }[];
  tags: string[];
  platforms: string[];
  pricing: string | null;
  verified: boolean;
  launchWeek: string | null;
  launchedAt: string | null;
  rating: number | null;
  updatedAt: string;
}

/** Beginnings of this many characters are tokens: for longer ones than its prefixes SQLite goes through all they begin. */
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

// The beginning of a headline says what a thing is, its end what else it does or replaces.
const leadLength = 7;
const pricingWords: Record<string, string> = { free: "free", freemium: "freemium", "open-source": "open-source" };

/** The index document of a live listing. */
export function searchDocument(listing: SearchableListing): string {
  const tokens = new Set<string>();
  const addMarked = (form: string, ofMarks: string[]) => {
    tokens.add(form);
    for (const mark of ofMarks) tokens.add(mark + form);
  };
  const add = (found: string[], ...ofMarks: string[]) => {
    for (const form of found) {
      // With its stem it is there already.
      if (ofMarks.length === 0 && tokens.has(form)) continue;
      addMarked(form, ofMarks);
      const stemmed = stem(form);
      if (stemmed !== form) addMarked(stemmed, ofMarks);
    }
  };
  const nameWords = [...words(listing.name), ...compounds(listing.name)];
  add(nameWords, marks.name, marks.lead, marks.heading);
  const headline = words(listing.headline);
  add(headline.slice(0, leadLength), marks.lead);
  add([...headline, ...compounds(listing.headline)], marks.heading);
  const others = [listing.summary, ...listing.categories.map((c) => c.name), ...listing.tags, ...listing.platforms];
  for (const text of [...others, lookup(pricingWords, listing.pricing ?? "") ?? ""])
    add([...words(text), ...compounds(text)]);
  const whole = wholeName(listing.name);
  tokens.add(marks.wholeName + whole);
  for (const start of starts(whole)) tokens.add(marks.wholeNameStart + start);
  for (const found of nameWords)
    for (const start of [...starts(found), ...starts(stem(found))]) tokens.add(marks.nameStart + start);

  tokens.add(filterToken("site", listing.siteId));
  for (const { id, parentId } of listing.categories) {
    tokens.add(filterToken("category", id));
    if (parentId !== null) tokens.add(filterToken("category", parentId));
  }
  for (const tag of listing.tags) tokens.add(filterToken("tag", tag));
  for (const platform of listing.platforms) tokens.add(filterToken("platform", platform));
  if (listing.pricing) tokens.add(filterToken("pricing", listing.pricing));
  tokens.add(filterToken("verified", listing.verified ? "yes" : "no"));
  // Also under its year, so that any stretch of weeks is a few tokens.
  if (listing.launchWeek)
    for (const stretch of [listing.launchWeek, listing.launchWeek.slice(0, 4)])
      tokens.add(filterToken("week", stretch));
  if (listing.launchedAt)
    for (const date of datePrefixes(listing.launchedAt)) tokens.add(filterToken("launched", date));
  if (listing.rating !== null) tokens.add(filterToken("rating", listing.rating));
  for (const date of datePrefixes(listing.updatedAt)) tokens.add(filterToken("updated", date));
  return [...tokens].join(" ");
}

const maxVotes = 2 ** 20;
const maxPopularity = 255;
const maxId = 2 ** 24 - 1;

/** What places a listing among others that match a search equally well. */
export interface RankingKey {
  siteId: number;
  id: number;
  votes: number;
  /** Stars of its repository, as an import told them. */
  stars: number | null;
  /** Domain Rating. */
  rating: number | null;
}

/** 0 to 255: how well known a listing is elsewhere, by the better of its stars, doubling in equal steps, and its rating. */
const popularityOf = ({ stars, rating }: RankingKey) =>
  Math.min(maxPopularity, Math.max(Math.round(12 * Math.log2(1 + (stars ?? 0))), 2 * (rating ?? 0)));

/** Index row id: the listings of a site are together, most votes first, then the best known, then the newest. */
export function searchKey(standing: RankingKey): bigint {
  const { siteId, id, votes } = standing;
  if (id > maxId) throw new RangeError(`the search index takes ids up to ${maxId}, not ${id}`);
  const places = (maxPopularity - popularityOf(standing)) * 2 ** 24 + (maxId - id);
  return (BigInt(siteId) << 53n) + (BigInt(maxVotes - Math.min(votes, maxVotes)) << 32n) + BigInt(places);
}

/** SQL for whether a row id may be that of a row of listings: it says the same site, votes and id. */
export const isSearchKeyOf = (rowid: string, listing: string) =>
  `(${rowid} >> 32 = (${listing}.site_id << 21) + ${maxVotes} - ${listing}.votes AND ${listingIdOf(rowid)} = ${listing}.id)`;

/** SQL for the listing an index row id stands for. */
export const listingIdOf = (rowid: string) => `(${maxId} - (${rowid} & ${maxId}))`;

/** Places in the index are row ids without their site: the last there is, and the listing at one. */
export const lastPlace = Number.MAX_SAFE_INTEGER;
export const idOfPlace = (place: number) => maxId - (place % (maxId + 1));

/** SQL that keeps a search to the rows of the site given as parameter `site`, for example `?2`. */
export const inSite = (site: string) => `listing_search.rowid BETWEEN ${site} << 53 AND (${site} << 53) + ${lastPlace}`;
