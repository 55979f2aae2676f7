import { type Db, preparedSql } from "../../store/store.ts";
import { editDistance } from "../../values/edit-distance.ts";
import { nearest, slipsAllowed } from "./near-words.ts";
import { knownAmong } from "./search-count.ts";
import { exactly, hasWord, type QueryWord, startingWith } from "./search-match.ts";
import { marks, stem } from "./search-text.ts";
import type { Vocabulary } from "./search-topics.ts";
import { isVague, slips } from "./search-words.ts";

export interface Word extends QueryWord {
  written: string;
  apart?: Word[];
  /** Written in quotation marks. Such a word is never corrected. */
  isQuoted?: boolean;
}

type IsKnown = (expression: string) => Promise<boolean>;

/**
 * Adds readings across word boundaries: `email`, `photoprism` and `backup` for `e mail`, `photo prism` and `backing
 * up`. Words that together name a product type become one word.
 */
export async function askedWords(written: string[], isKnown: IsKnown, vocabulary?: Vocabulary): Promise<Word[]> {
  const pairs = written.slice(1).map((second, i) => [written[i]! + second, stem(written[i]!) + second]);
  const known = await Promise.all(
    pairs.map(async (pair) => {
      const [whole, ofStem] = pair as [string, string];
      const isWhole = await isKnown(exactly(whole));
      const isOfStem = ofStem === whole ? isWhole : await isKnown(exactly(ofStem));
      return [...(isWhole ? [whole] : []), ...(isOfStem ? [ofStem] : [])];
    }),
  );
  const words = written.map((each, i) => ({
    written: each,
    forms: [...new Set([stem(each), ...(known[i - 1] ?? []), ...(known[i] ?? [])])],
  }));
  return withTopics(words, vocabulary);
}

function withTopics(words: Word[], vocabulary: Vocabulary | undefined): Word[] {
  const found = vocabulary?.topicsIn(words.map((word) => stem(word.written))) ?? [];
  const isNamed = (i: number) => found.some(({ at }) => at.includes(i));
  const all: (Word | null)[] = words.map((word, i) =>
    // Next to a product type, a word such as "tool" adds no meaning.
    found.length > 0 && !isNamed(i) && isVague(word.written) ? null : word,
  );
  for (const { at, topic } of found) {
    const named = at.map((i) => words[i]!);
    const forms = at.length === 1 ? named[0]!.forms : [];
    const apart = at.length === 1 ? undefined : named;
    for (const i of at) all[i] = null;
    all[at[0]!] = { written: named.map((word) => word.written).join(" "), forms, topic, apart };
  }
  return all.filter((word) => word !== null);
}

export interface Correction {
  from: string;
  to: string;
}

/**
 * Corrects unknown words with one or two typos. Words that are common in some language are never corrected. Words that
 * stay unknown are returned apart.
 */
export async function correctedWords(
  db: Db,
  words: Word[],
  isKnown: IsKnown,
  vocabulary?: Vocabulary,
): Promise<{ words: Word[]; unknown: Word[]; corrected: Correction[] }> {
  const corrections: Correction[] = [];
  const unknown: Word[] = [];
  const found: Word[] = [];
  // In a sentence that names a product type, the other words may be unknown without being typos.
  const isSentence = words.length >= shortestSentence && words.some(({ topic }) => topic !== undefined);
  // If a product type has no listings, its words are searched for separately.
  const asked: Word[] = [];
  // For a prefix, SQLite reads all listings of all its words, so the word itself is looked up first.
  const has = async (word: Word) =>
    (word.prefix !== undefined && (await isKnown(hasWord({ ...word, prefix: undefined })))) || isKnown(hasWord(word));
  for (const word of words) asked.push(...(word.apart && !(await has(word)) ? word.apart : [word]));
  for (const word of asked) {
    if (await has(word)) {
      found.push(word);
      continue;
    }
    const mayBeTypo =
      !isSentence && corrections.length < maxSlipped && !word.isQuoted && !vocabulary?.isCommon(word.written);
    const meant = mayBeTypo ? await meantBy(db, word.written, isKnown, vocabulary) : [];
    if (meant.length === 0) {
      unknown.push(word);
      continue;
    }
    const read = meant.map((forms) => ({ written: forms[0]!, forms: [...new Set(forms.map(stem))] }));
    found.push(...read);
    corrections.push({ from: word.written, to: read.map(({ written }) => written).join(" ") });
  }
  if (corrections.length === 0) return { words: found, unknown, corrected: [] };
  // A corrected word and its neighbours may together name a product type, so product types are looked for again.
  const apart = found.flatMap((word) =>
    word.topic ? word.written.split(" ").map((each) => ({ written: each, forms: [stem(each)] })) : [word],
  );
  return { words: withTopics(apart, vocabulary), unknown, corrected: corrections };
}

/** A query with at least this many words is a sentence. A product type counts as a word. */
export const shortestSentence = 3;
const maxSlipped = 2;
const maxForms = 20;

/** Whether both words start alike. Hardly anybody mistypes the first letter, except by swapping it with the second. */
const startsLike = (written: string) => (other: string) =>
  other[0] === written[0] || (other[0] === written[1] && other[1] === written[0]);

/** Possible readings of an unknown word: one word in several forms, or two words written as one. */
async function meantBy(db: Db, written: string, isKnown: IsKnown, vocabulary?: Vocabulary): Promise<string[][]> {
  const near = (vocabulary?.near(written) ?? []).filter(startsLike(written));
  const isNear = near.length > 0 && editDistance(written, near[0]!, 1) <= 1;
  const named = await knownAmong(db, slips(written).filter(startsLike(written)), marks.name, maxForms);
  const oneAway = [...new Set([...(isNear ? near : []), ...named])];
  const parts = written.length < shortestJoined ? null : await splitInTwo(written, isKnown);
  if (parts) return parts.map((part) => [part]);
  if (oneAway.length > 0) return [oneAway];
  const anywhere = await knownAmong(db, slips(written).filter(startsLike(written)), "", maxForms);
  if (anywhere.length > 0) return [anywhere];
  if (near.length > 0) return [near];
  const names = slipsAllowed(written) < 2 ? [] : nearest(written, await namesLike(db, written));
  return names.length > 0 ? [names.slice(0, maxForms)] : [];
}

const mostNameWords = 3;
const shortestName = 6;

/**
 * The name of a listing that the whole query misspells by one letter, as one word. It is looked for only if the query
 * has a word that no listing has, because most words that are misspelt are unknown.
 */
export async function nameMeant(db: Db, written: readonly string[], isKnown: IsKnown): Promise<string | null> {
  const whole = written.join("");
  if (written.length > mostNameWords || whole.length < shortestName) return null;
  const last = written.length - 1;
  const known = await Promise.all(
    written.map(async (word, i) => (await isKnown(exactly(word))) || (i === last && isKnown(startingWith(word)))),
  );
  if (known.every(Boolean)) return null;
  const [name = null] = await knownAmong(db, slips(whole).filter(startsLike(whole)), marks.wholeName, 1);
  return name;
}

const shortestPart = 3;
const shortestJoined = 8;

async function splitInTwo(written: string, isKnown: IsKnown): Promise<[string, string] | null> {
  for (let at = shortestPart; at <= written.length - shortestPart; at++) {
    const parts: [string, string] = [stem(written.slice(0, at)), stem(written.slice(at))];
    if (await isKnown(`(${exactly(marks.heading + parts[0])} AND ${exactly(marks.heading + parts[1])})`)) return parts;
  }
  return null;
}

const namesQuery = preparedSql<{ term: string }, [from: string, to: string, shortest: number, longest: number]>(
  "SELECT term FROM listing_words WHERE term >= ?1 AND term < ?2 AND length(term) BETWEEN ?3 AND ?4 LIMIT 5000",
);

async function namesLike(db: Db, written: string): Promise<string[]> {
  const [first] = written;
  const beginning = marks.name + first;
  const slips = slipsAllowed(written);
  const [shortest, longest] = [written.length + 1 - slips, written.length + 1 + slips];
  const rows = await namesQuery.all(db, beginning, `${beginning}\u{10FFFF}`, shortest, longest);
  return rows.map(({ term }) => term.slice(marks.name.length));
}

export function joinedNames(words: Word[]): string[] {
  let names = [""];
  for (const { written, forms } of words) {
    const ways = forms.length > 0 ? forms : [written.replaceAll(" ", "")];
    names = names.flatMap((name) => ways.map((form) => name + form)).slice(0, maxForms);
  }
  return names;
}
