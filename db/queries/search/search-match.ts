import { filterToken, marks, pairTokens, startLengths } from "./search-text.ts";
import type { Topic } from "./search-topics.ts";

/** One word of a query, or several words that together name a product type. Any of its forms matches. */
export interface QueryWord {
  forms: string[];
  /** The word also matches longer words that start with this prefix. */
  prefix?: string;
  topic?: Topic;
  apart?: QueryWord[];
}

export interface Wanted {
  words: QueryWord[];
  /** The whole query joined into one word. A query that can be read in several ways has several such words. */
  names: string[];
  /** The stems of all words of the query as written, function words included. */
  phrase: string[];
  /**
   * Whether the query names a product to replace. Headlines name such products at the end, so a match at the start
   * ranks no higher.
   */
  isComparing: boolean;
}

export const exactly = (token: string) => `"${token}"`;
export const startingWith = (token: string) => `"${token}" *`;
const joined = (parts: readonly string[], by: "AND" | "OR") =>
  parts.length === 1 ? parts[0]! : `(${parts.join(` ${by} `)})`;
export const allOf = (parts: readonly string[]) => joined(parts, "AND");
/** Matches nothing, because no token consists only of this mark. `oneOf` needs this expression for an empty list. */
const nothing = exactly(marks.filter);
export const oneOf = (parts: string[]) => (parts.length === 0 ? nothing : joined(parts, "OR"));
export const without = (wanted: string, unwanted: string) => `(${wanted} NOT ${unwanted})`;

/**
 * An expression with filters. FTS5 joins nested ANDs, and looks up every part of an AND wherever one of them matches. The
 * OR prevents that: a filter is looked up only where the words and the filters before it match.
 */
export const filtered = (expression: string, filters: readonly string[]): string =>
  filters.reduce((found, filter) => `((${found} OR ${nothing}) AND ${filter})`, expression);

export function hasWord({ forms, prefix, topic, apart }: QueryWord, mark = ""): string {
  // A form that equals the prefix is left out, because the prefix also matches it.
  const alternatives = forms.filter((form) => form !== prefix).map((form) => exactly(mark + form));
  if (prefix !== undefined) alternatives.push(beginsWith(mark, prefix));
  if (apart) alternatives.push(hasWords(apart, mark));
  if (topic) {
    alternatives.push(...topic.members.map((member) => exactly(marks.wholeName + member)));
    for (const phrase of topic.phrases) alternatives.push(allOf(phrase.map((stem) => exactly(mark + stem))));
    if (mark === "") alternatives.push(...filedUnder(topic));
  }
  return oneOf(alternatives);
}

export const filedUnder = ({ categoryIds }: Topic): string[] =>
  categoryIds.map((id) => exactly(filterToken("category", id)));

export function beginsWith(mark: string, beginning: string): string {
  const startMark = startMarks.get(mark);
  const length = [...beginning].length;
  return startMark !== undefined && length >= startLengths.min && length <= startLengths.max
    ? exactly(startMark + beginning)
    : startingWith(mark + beginning);
}
const startMarks = new Map<string, string>([
  [marks.name, marks.nameStart],
  [marks.wholeName, marks.wholeNameStart],
]);

export const hasWords = (words: QueryWord[], mark = "") =>
  allOf([...new Set(words.map((word) => hasWord(word, mark)))]);

export interface KindsOfMatch {
  /**
   * Expressions from best to widest. The last expression of an entry finds everything that the others in the entry
   * find. A listing ranks by the first expression that finds it.
   */
  tiers: string[][];
  /** A fast expression that finds nearly all results, except names that only start with the words. */
  most: string;
  others: string | null;
}

/**
 * Returns the kinds of match, best first. Names rank first: the whole name, its start, all words, or the last word as a
 * prefix. Matches of all words follow: those with the whole phrase in the name or headline, those in the name and the
 * headline's start, those in the name and headline, then those anywhere. `others` finds the few names that match by prefix.
 */
export function kindsOfMatch(wanted: Wanted, filters: readonly string[]): KindsOfMatch {
  const { words } = wanted;
  const parts = partsOf(wanted);
  const { exact, starting, inName, beginningInName, asPhrase, inLead, inHeading } = parts;
  const most = filtered(hasWords(words), filters);
  const others = filtered(oneOf([beginningInName, starting]), filters);
  const topic = words.length === 1 ? words[0]!.topic : undefined;
  const allFiltered = (kinds: string[]) => kinds.map((kind) => filtered(kind, filters));
  const tiers = topic
    ? [...allFiltered(topicKinds(parts, topic)).map((kind) => [kind]), [most]]
    : [
        [...allFiltered([exact, starting, inName]), others],
        [...allFiltered([...asPhrase, inLead, inHeading]), most],
      ];
  return { tiers, most, others };
}

/**
 * Returns the kinds of match for a query that only names a product type. The whole name ranks first. If the query names
 * a category, its listings follow, then the phrase as written. Otherwise, the phrase follows, then listings in the
 * type's categories whose name or headline mentions the type. Next are other names and headlines with the type, then
 * names that start with it.
 */
function topicKinds(parts: ReturnType<typeof partsOf>, topic: Topic): string[] {
  const { exact, starting, asPhrase, inLead, inHeading } = parts;
  const filed = topic.categoryIds.length === 0 ? null : oneOf(filedUnder(topic));
  const first = filed === null ? [] : topic.isCategory ? [filed] : [allOf([inLead, filed]), allOf([inHeading, filed])];
  const then = topic.isCategory ? [...first, ...asPhrase] : [...asPhrase, ...first];
  return [exact, ...then, inLead, inHeading, starting];
}

export const wholeNames = (names: string[]) => oneOf(names.map((name) => exactly(marks.wholeName + name)));

function partsOf({ words, names, phrase, isComparing }: Wanted) {
  const last = words.length - 1;
  // The user may still be typing the last word. Names therefore also match it as a prefix, even if it is a complete
  // word elsewhere. Many words start with a common word, so prefixes rank below names that contain the word itself.
  const beginning = words.map((word, i) => (i === last ? { ...word, prefix: word.prefix ?? word.forms[0] } : word));
  return {
    exact: wholeNames(names),
    starting: oneOf(names.map((name) => beginsWith(marks.wholeName, name))),
    inName: hasWords(words, marks.name),
    beginningInName: hasWords(beginning, marks.name),
    asPhrase: phrase.length < 2 ? [] : [allOf(pairTokens(phrase).map(exactly))],
    inLead: hasWords(words, isComparing ? marks.heading : marks.lead),
    inHeading: hasWords(words, marks.heading),
  };
}
