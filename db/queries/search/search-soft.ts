import { type Db, preparedSql } from "../../store/store.ts";
import { countUpTo, firstPlaces } from "./search-count.ts";
import { allOf, filtered, hasWord, hasWords, oneOf } from "./search-match.ts";
import { filedIn, idOfPlace, type ListingWords, lastPlace, marks, stem, wordTokens } from "./search-text.ts";
import type { SuggestedTopic, Topic } from "./search-topics.ts";
import { isVague } from "./search-words.ts";
import type { Word } from "./search-written.ts";

/** Listings that have only some of the words of a query, best first. */
export interface SoftMatches {
  ids: number[];
  /** Finds at least these listings. */
  expression: string;
  /** The largest share of the query's weight that one of the listings has. */
  coverage: number;
  /** The words that none of the first listings has. */
  missing: Word[];
}

interface Unit {
  word: Word;
  weight: number;
  isKnown: boolean;
}

export interface SoftQuery {
  siteId: number;
  filters: readonly string[];
  words: readonly Word[];
  /** Kinds of product that the words suggest. */
  suggested: readonly SuggestedTopic[];
  isWeak(written: string): boolean;
}

// Words in more listings than this count as equally common, because counting all listings would take too long.
export const countCap = 1_000;
const poolSize = 96;
const perLook = 32;
/** Only combinations of the heaviest words are looked up; their number doubles with each word. */
const mostCombined = 6;
const mostLooked = 24;
const leastShare = 0.3;
const fewest = 8;
/** Listings with less than this share of the best score are left out. */
const leastOfBest = 0.6;
const judgedFirst = 3;

/** How well a listing has a word, by the place of the word. The best place is the name or headline. */
const placeShares = { text: 0.8, filed: 0.85, suggested: 0.6 };
const factors = { vague: 0.2, weak: 0.3, kind: 1.2, kindOfWords: 1.5 };

const listingCount = preparedSql<{ count: number }, [siteId: number]>(
  "SELECT listing_count AS count FROM sites WHERE id = ?",
).valueOrNull;

/**
 * Ranks listings by the share of the query's weight that their words have. A word weighs more the fewer listings have
 * it. A word in the name or headline counts more than one in the text.
 */
export async function softMatches(db: Db, query: SoftQuery): Promise<SoftMatches | null> {
  const { siteId, filters, words } = query;
  const suggested = query.suggested.map(({ stems, ...each }) => ({ ...each, at: positionsOf(stems, words) }));
  const total = ((await listingCount(db, siteId)) ?? 0) + 1;
  const units = await Promise.all(
    words.map(async (word): Promise<Unit> => {
      const count = await countUpTo(db, siteId, hasWord(word), countCap);
      return { word, weight: weightOf(word, count, total, query), isKnown: count > 0 };
    }),
  );
  const known = units.filter(({ isKnown }) => isKnown).sort((a, b) => b.weight - a.weight);
  const pool = new Set<number>();
  const looked: string[] = [];
  const look = async (expression: string) => {
    const { places } = await firstPlaces(db, siteId, filtered(expression, filters), perLook);
    looked.push(expression);
    for (const place of places) pool.add(idOfPlace(place));
  };
  for (const { topic, at } of suggested) {
    const kind = hasWord({ forms: [], topic });
    const others = units.filter(({ isKnown }, i) => isKnown && !at.includes(i)).map(({ word }) => hasWord(word));
    if (others.length > 0) await look(allOf([kind, oneOf(others)]));
    await look(kind);
  }
  const all = weightIn(units);
  // With one or two plain words, the place of the rarer word decides, so no listing has to be read.
  if (words.length <= 2 && suggested.length === 0 && words.every(({ topic }) => !topic)) {
    for (const { word } of known) for (const mark of [marks.heading, ""]) await look(hasWord(word, mark));
    return pool.size === 0
      ? null
      : {
          ids: [...pool],
          expression: filtered(oneOf(looked), filters),
          coverage: known[0]!.weight / all,
          missing: words.filter((word) => word !== known[0]!.word),
        };
  }
  const sets = combinations(known.slice(0, mostCombined)).slice(0, mostLooked);
  for (const set of sets) {
    if (pool.size >= poolSize) break;
    await look(hasWords(set.map(({ word }) => word)));
  }
  const scored = (await wordsQuery.all(db, [...pool])).map((row) => {
    const listing = parse(row);
    const shares = sharesOf(listing, units, suggested);
    const score = shares.reduce((sum, share, i) => sum + share * units[i]!.weight, 0) / all;
    return { id: row.id, shares, score, place: row.place };
  });
  scored.sort((a, b) => b.score - a.score || a.place - b.place);
  const best = scored[0]?.score ?? 0;
  const kept = scored.filter(
    ({ score }, i) => score > 0 && (i < fewest ? score >= best / 2 : score >= best * leastOfBest),
  );
  if (kept.length === 0) return null;
  return {
    ids: kept.map(({ id }) => id),
    expression: filtered(oneOf(looked), filters),
    coverage: best,
    missing: units
      .filter((_, i) => kept.slice(0, judgedFirst).every(({ shares }) => shares[i] === 0))
      .map(({ word }) => word),
  };
}

interface Suggested extends Omit<SuggestedTopic, "stems"> {
  /** The positions of the words that suggest the kind. */
  at: number[];
}

const positionsOf = (stems: readonly string[], words: readonly Word[]): number[] =>
  words.flatMap(({ written }, i) => (written.split(" ").some((each) => stems.includes(stem(each))) ? [i] : []));

function weightOf(word: Word, count: number, total: number, { isWeak }: SoftQuery): number {
  const rarity = Math.log(1 + total / (count + 1));
  if (word.topic) return rarity * (word.apart ? factors.kindOfWords : factors.kind);
  return isVague(word.written) ? rarity * factors.vague : isWeak(word.written) ? rarity * factors.weak : rarity;
}

const weightIn = (units: readonly Unit[]) => units.reduce((sum, { weight }) => sum + weight, 0);

/** All sets of units with enough of the weight, heaviest first. */
function combinations(units: readonly Unit[]): Unit[][] {
  const all = weightIn(units);
  return Array.from({ length: 2 ** units.length - 1 }, (_, mask) => units.filter((_, i) => (mask + 1) & (1 << i)))
    .filter((set) => set.length === 1 || weightIn(set) >= all * leastShare)
    .sort((a, b) => weightIn(b) - weightIn(a));
}

interface Row {
  id: number;
  name: string;
  headline: string;
  summary: string;
  platforms: string;
  pricing: string | null;
  categories: string;
  tags: string;
  place: number;
}

const wordsQuery = preparedSql<Row, [ids: readonly number[]]>(`
  SELECT l.id, c.name, l.headline, l.summary, c.platforms, c.pricing, l.search_key & ${lastPlace} AS place,
    (SELECT json_group_array(json_object('id', k.id, 'name', k.name, 'parentId', k.parent_id))
      FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
    (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id) AS tags
  FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value CROSS JOIN companies c ON c.id = l.company_id`);

interface Tokens {
  words: Set<string>;
  filed: Set<number>;
}

function parse(row: Row): Tokens {
  const listing: ListingWords = {
    ...row,
    platforms: JSON.parse(row.platforms),
    categories: JSON.parse(row.categories),
    tags: JSON.parse(row.tags),
  };
  return { words: wordTokens(listing), filed: filedIn(listing) };
}

/** How well the listing has each unit, from 0 to 1. A word that suggests the listing's kind counts as found. */
function sharesOf(listing: Tokens, units: readonly Unit[], suggested: readonly Suggested[]): number[] {
  const shares = units.map(({ word }) => shareOf(listing, word));
  for (const { topic, at, strength } of suggested) {
    const share = isOfKind(listing, topic) ? placeShares.suggested * strength : 0;
    for (const i of at) shares[i] = Math.max(shares[i]!, share);
  }
  return shares;
}

function shareOf(listing: Tokens, word: Word): number {
  const { words, filed } = listing;
  const has = (mark: string) => word.forms.some((form) => words.has(mark + form));
  let share = has(marks.heading) ? 1 : has("") ? placeShares.text : 0;
  if (word.apart)
    share = Math.max(share, word.apart.reduce((sum, each) => sum + shareOf(listing, each), 0) / word.apart.length / 2);
  const { topic } = word;
  if (!topic) return share;
  const says = (mark: string) => topic.phrases.some((phrase) => phrase.every((stem) => words.has(mark + stem)));
  const kind = says(marks.lead) ? 1 : isOfKind(listing, topic) ? placeShares.filed : says("") ? placeShares.text : 0;
  const isBoth = kind === 1 && topic.categoryIds.some((id) => filed.has(id));
  return Math.max(share, isBoth ? 1.05 : kind);
}

const isOfKind = ({ words, filed }: Tokens, { categoryIds, members, phrases }: Topic): boolean =>
  categoryIds.some((id) => filed.has(id)) ||
  members.some((member) => words.has(marks.wholeName + member)) ||
  phrases.some((phrase) => phrase.every((stem) => words.has(marks.heading + stem)));
