import { type FilterKind, filterToken, marks, ratingBucket, updatedBucket, words } from "./search-text.ts";

/** One word of a query: the tokens any of which will do, and whether longer words starting with one will do too. */
export interface QueryWord {
  /** As the query has it; absent where the forms are corrections. */
  written?: string;
  forms: string[];
  isPrefix: boolean;
}

const stopWords = new Set(["a", "an", "and", "for", "from", "in", "of", "on", "or", "the", "to", "with", "my", "your"]);
const maxWords = 12;

/** The words of a query that carry meaning; where all are stop words, all of them. */
export function queryWords(q: string): string[] {
  const all = words(q).slice(0, maxWords);
  const telling = all.filter((w) => !stopWords.has(w));
  return telling.length > 0 ? telling : all;
}

const quote = (token: string, isPrefix: boolean) => `"${token}"${isPrefix ? " *" : ""}`;

function anyForm(word: QueryWord, mark = "", isPrefix = word.isPrefix): string {
  const alternatives = word.forms.map((form) => quote(mark + form, isPrefix));
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" OR ")})`;
}

const allOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(" AND ")})`);
const oneOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(" OR ")})`);

/**
 * MATCH expressions from the best kind of match to the widest, none overlapping another: the whole name, names that
 * start with the query, all words in the name, all in name and headline, all anywhere.
 */
export function relevanceTiers(query: QueryWord[], filters: string): string[] {
  const { exact, starting, inName, inHeading, anywhere } = kindsOfMatch(query);
  const tiers = [
    exact,
    without(starting, exact),
    without(inName, starting),
    without(inHeading, oneOf([inName, starting])),
  ];
  tiers.push(without(anywhere, oneOf([inHeading, inName, starting])));
  return tiers.map((tier) => `${tier}${filters}`);
}

/** Everything `relevanceTiers` finds, as one expression. */
export function anyTier(query: QueryWord[], filters: string): string {
  const { anywhere, inName, starting } = kindsOfMatch(query);
  return `${oneOf([anywhere, inName, starting])}${filters}`;
}

function kindsOfMatch(query: QueryWord[]) {
  const names = joinedNames(query).map((name) => marks.wholeName + name);
  return {
    exact: oneOf(names.map((name) => quote(name, false))),
    starting: oneOf(names.map((name) => quote(name, true))),
    inName: allOf(query.map((word, i) => anyForm(word, marks.name, i === query.length - 1))),
    inHeading: allOf(query.map((word) => anyForm(word, marks.heading))),
    anywhere: allOf(query.map((word) => anyForm(word))),
  };
}

const maxJoinedNames = 20;

// A word may have several forms where a slip was corrected; each makes another name.
function joinedNames(query: QueryWord[]): string[] {
  let names = [""];
  for (const { written, forms } of query) {
    const endings = written === undefined ? forms : [written];
    names = names.flatMap((name) => endings.map((ending) => name + ending)).slice(0, maxJoinedNames);
  }
  return names;
}

/** Listings that have all words but one; the last resort of a query whose words never meet. */
export function mostWords(query: QueryWord[], filters: string): string {
  const subsets = query.map((_, left) => allOf(query.filter((_, i) => i !== left).map((w) => anyForm(w))));
  return `${oneOf(subsets)}${filters}`;
}

export function someWord(query: QueryWord[], filters: string): string {
  return `${oneOf(query.map((w) => anyForm(w)))}${filters}`;
}

const without = (wanted: string, unwanted: string) => `(${wanted} NOT ${unwanted})`;

export interface Filters {
  siteId: number;
  categoryId?: number;
  tag?: string;
  pricing?: string;
  platform?: string;
  verified?: boolean;
  week?: string;
  minRating?: number;
  updatedSince?: string;
}

const maxMonths = 36;

/** The filters as ` AND …` to be appended to a MATCH expression; `minRating` and `updatedSince` only narrow to their buckets. */
export function filterExpression(filters: Filters, now: Date): string {
  const required: string[] = [];
  const add = (kind: FilterKind, value: string | number | undefined) => {
    if (value !== undefined) required.push(quote(filterToken(kind, value), false));
  };
  add("site", filters.siteId);
  add("category", filters.categoryId);
  add("tag", filters.tag);
  add("pricing", filters.pricing);
  add("platform", filters.platform);
  add("week", filters.week);
  if (filters.verified !== undefined) add("verified", filters.verified ? "yes" : "no");
  if (filters.minRating !== undefined) {
    const buckets = range(ratingBucket(filters.minRating), ratingBucket(100));
    required.push(oneOf(buckets.map((bucket) => quote(filterToken("rating", bucket), false))));
  }
  if (filters.updatedSince !== undefined) {
    const months = monthsBetween(new Date(filters.updatedSince), now);
    if (months.length <= maxMonths)
      required.push(oneOf(months.map((month) => quote(filterToken("updated", month), false))));
  }
  return required.map((token) => ` AND ${token}`).join("");
}

/** The filters alone, for a query without words. */
export const filtersOnly = (expression: string) => expression.replace(/^ AND /, "");

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function monthsBetween(from: Date, to: Date): string[] {
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const last = Math.max(first, to.getUTCFullYear() * 12 + to.getUTCMonth());
  return range(first, Math.min(last, first + maxMonths)).map((month) =>
    updatedBucket(new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString()),
  );
}

const alphabet = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/** All words one slip away: a letter left out, doubled by another, exchanged, or two neighbours swapped. */
export function slips(word: string): string[] {
  const letters = [...word];
  const found = new Set<string>();
  const splice = (at: number, remove: number, ...insert: string[]) =>
    found.add([...letters.slice(0, at), ...insert, ...letters.slice(at + remove)].join(""));
  for (let i = 0; i <= letters.length; i++) {
    for (const letter of alphabet) {
      splice(i, 0, letter);
      if (i < letters.length) splice(i, 1, letter);
    }
    if (i < letters.length) splice(i, 1);
    if (i + 1 < letters.length) splice(i, 2, letters[i + 1]!, letters[i]!);
  }
  found.delete(word);
  return [...found];
}
