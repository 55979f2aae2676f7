import { filterToken, marks, startLengths } from "./search-text.ts";
import type { Topic } from "./search-topics.ts";

/** A word of a query, or a few that name a kind of product: what will do for it, any of all. */
export interface QueryWord {
  forms: string[];
  /** The beginning of longer words. */
  prefix?: string;
  topic?: Topic;
  /** The words apart, all of which will do as well. */
  apart?: QueryWord[];
}

/** A query as the index is asked for it. */
export interface Wanted {
  words: QueryWord[];
  /** The whole query run together, in each way it may be meant. */
  names: string[];
  /** It names what is to be replaced; headlines do so at their end, so that their beginning decides nothing. */
  isComparing: boolean;
}

export const exactly = (token: string) => `"${token}"`;
export const startingWith = (token: string) => `"${token}" *`;
const joined = (parts: string[], by: "AND" | "OR") => (parts.length === 1 ? parts[0]! : `(${parts.join(` ${by} `)})`);
export const allOf = (parts: string[]) => joined(parts, "AND");
/** No listing has the bare mark: a kind may have no word that any of them says. */
const nothing = exactly(marks.filter);
export const oneOf = (parts: string[]) => (parts.length === 0 ? nothing : joined(parts, "OR"));
export const without = (wanted: string, unwanted: string) => `(${wanted} NOT ${unwanted})`;

/** A word anywhere in a listing, or where the mark says. */
export function hasWord({ forms, prefix, topic, apart }: QueryWord, mark = ""): string {
  // Words that begin with a form include the form itself.
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

/** A marked word with this beginning. */
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

/** All of the words; one that was written twice is asked for once. */
export const hasWords = (words: QueryWord[], mark = "") =>
  allOf([...new Set(words.map((word) => hasWord(word, mark)))]);

/** MATCH expressions, filters included. */
export interface KindsOfMatch {
  /** From the best to the widest, those within each other together; a listing counts to the first that finds it. */
  tiers: string[][];
  /** What nearly all that is found matches, quick to ask about: without names that only begin with the words. */
  most: string;
  /** What the others match, or null where there are none. */
  others: string | null;
}

/**
 * From the best kind of match on: the whole name, names that start with the query, all words in the name, the last of
 * them as the beginning of one, all in name and first words of the headline, all in name and headline, all anywhere.
 * The first ones, which mostly find nothing, are grouped with `others`, which says so for them and finds the last of
 * them, the rest with `most`.
 */
export function kindsOfMatch(wanted: Wanted, filters: string): KindsOfMatch {
  const { words } = wanted;
  const parts = partsOf(wanted);
  const { exact, starting, inName, beginningInName, inLead, inHeading } = parts;
  const most = `(${hasWords(words)}${filters})`;
  const others = `(${oneOf([beginningInName, starting])}${filters})`;
  const topic = words.length === 1 ? words[0]!.topic : undefined;
  const filtered = (kinds: string[]) => kinds.map((kind) => `${kind}${filters}`);
  const tiers = topic
    ? [...filtered(topicKinds(parts, topic)).map((kind) => [kind]), [most]]
    : [
        [...filtered([exact, starting, inName]), others],
        [...filtered([inLead, inHeading]), most],
      ];
  return { tiers, most, others };
}

/**
 * The same for a query that names a kind and nothing else: the whole name; what is filed under a category of that very
 * name, or else what is filed there and says so first; what says so anywhere, names that start so, and the rest.
 */
function topicKinds({ exact, starting, inLead, inHeading }: ReturnType<typeof partsOf>, topic: Topic): string[] {
  const filed = topic.categoryIds.length === 0 ? null : oneOf(filedUnder(topic));
  const first = filed === null ? [] : topic.isCategory ? [filed] : [allOf([inLead, filed]), allOf([inHeading, filed])];
  return [exact, ...first, inLead, inHeading, starting];
}

export const wholeNames = (names: string[]) => oneOf(names.map((name) => exactly(marks.wholeName + name)));

function partsOf({ words, names, isComparing }: Wanted) {
  const last = words.length - 1;
  // The last word may still be being typed; in names that holds even where it is a whole word elsewhere. All words that
  // begin with a common one are many, so that they are looked at only after the names that have the word itself.
  const beginning = words.map((word, i) => (i === last ? { ...word, prefix: word.prefix ?? word.forms[0] } : word));
  return {
    exact: wholeNames(names),
    starting: oneOf(names.map((name) => beginsWith(marks.wholeName, name))),
    inName: hasWords(words, marks.name),
    beginningInName: hasWords(beginning, marks.name),
    inLead: hasWords(words, isComparing ? marks.heading : marks.lead),
    inHeading: hasWords(words, marks.heading),
  };
}
