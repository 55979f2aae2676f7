import { type Db, preparedSql } from "../../store/store.ts";
import { countUpTo } from "./search-count.ts";
import { exactly } from "./search-match.ts";
import { inSite, listingIdOf } from "./search-text.ts";
import { readWords } from "./search-words.ts";

/** Stems in more listings than this count as equally common, because counting all listings would take too long. */
const countLimit = 10_000;
const listingCount = preparedSql<{ count: number }, [siteId: number]>(
  "SELECT listing_count AS count FROM sites WHERE id = ?",
).valueOrNull;

export interface TermStatistics {
  /** The number of the site's live listings. */
  listings: number;
  /** The number of these listings that contain each stem, up to `countLimit`. */
  counts: ReadonlyMap<string, number>;
}

/** Counts the listings that contain each stem. Stems must contain only letters and digits, as in `stemsOf`. */
export async function termStatistics(db: Db, siteId: number, stems: Iterable<string>): Promise<TermStatistics> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, await countUpTo(db, siteId, exactly(stem), countLimit));
  return { listings: (await listingCount(db, siteId)) ?? 0, counts };
}

/** Stems in one or two listings are mostly names, so they weigh hardly more than stems in a few listings. */
const smoothing = 2;

/** Returns the weight of a stem that `count` of `total` texts contain. Rare stems weigh more. */
export const rarity = (count: number, total: number) => Math.log(1 + total / (count + smoothing)) ** 2;

export interface Frequency {
  /** The number of the site's live listings that match, up to `countLimit`. */
  count: number;
  /** From almost 0, if everything matches, to almost 1, if hardly anything matches. */
  rarity: number;
}

/** On a small site, few matches may be a coincidence. */
const few = 4;
/** On sites above this size, matches that make up the same part of the site are equally rare. */
const largeSite = 1500;

/** Returns how frequent tokens of the search index are on a site. */
export async function frequencies(db: Db, siteId: number, tokens: Iterable<string>): Promise<Map<string, Frequency>> {
  const { listings, counts } = await termStatistics(db, siteId, tokens);
  const highest = rarity(0, Math.min(listings, largeSite));
  return new Map(
    [...counts].map(([token, count]) => [
      token,
      { count, rarity: Math.min(1, rarity(count + few, listings) / highest) },
    ]),
  );
}

/** Longer texts are cut, because their start says what a product is. */
const maxCharacters = 4000;
const isAscii = /^[ -~]*$/;
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})/gu;

/**
 * Returns the distinct stems of a text in their order, without words that fit any product. `PhotoPrism` also counts as
 * two words. Very short words are left out only in ASCII, because words of two characters are common in other scripts.
 */
export function stemsOf(text: string): Set<string> {
  const start = text.slice(0, maxCharacters);
  const parts = start.replace(innerCapital, " ");
  const found = parts === start ? readWords(start) : [...readWords(start), ...readWords(parts)];
  const telling = found.filter(({ written, isTelling, isMeant }) => isTelling || (isMeant && !isAscii.test(written)));
  return new Set(telling.map(({ stem }) => stem));
}

export interface NearListing {
  /** The cosine similarity of the text and the listing, from 0 to 1, by the weights of their stems. */
  similarity: number;
  /** In the order of the listing, the main category first. */
  categoryIds: number[];
}

interface RawListing {
  name: string;
  headline: string;
  summary: string;
  categories: string;
}

// Reading and comparing a listing takes about 20 µs.
const maxListings = 500;
const sharingQuery = preparedSql<RawListing, [stems: readonly string[], siteId: number]>(`
  SELECT c.name, l.headline, l.summary,
    (SELECT json_group_array(category_id) FROM (
      SELECT category_id FROM listing_categories WHERE listing_id = l.id ORDER BY position, category_id)) AS categories
  FROM (
    SELECT DISTINCT listing_search.rowid AS key FROM json_each(?1) j CROSS JOIN listing_search
    WHERE listing_search MATCH j.value AND ${inSite("?2")} LIMIT ${maxListings}) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id`);

/**
 * Compares a text, given as the weights of its stems, with the live listings that share its heaviest stems. Returns the
 * nearest listings first.
 */
export async function nearestListings(
  db: Db,
  siteId: number,
  weights: ReadonlyMap<string, number>,
): Promise<NearListing[]> {
  const stems = [...weights].sort(([, a], [, b]) => b - a).map(([stem]) => exactly(stem));
  let total = 0;
  for (const weight of weights.values()) total += weight;
  const mean = total / Math.max(weights.size, 1);
  const rows = await sharingQuery.all(db, stems, siteId);
  return rows
    .map(({ name, headline, summary, categories }) => {
      const theirs = stemsOf(`${name} ${headline} ${summary}`);
      let shared = 0;
      let others = 0;
      for (const stem of theirs) {
        const weight = weights.get(stem);
        if (weight === undefined) others += mean;
        else shared += weight;
      }
      // The weights of the listing's other stems are not looked up. Each counts as the mean weight of the text's stems.
      const similarity = shared === 0 ? 0 : shared / Math.sqrt(total * (shared + others));
      return { similarity, categoryIds: JSON.parse(categories) as number[] };
    })
    .sort((a, b) => b.similarity - a.similarity);
}
