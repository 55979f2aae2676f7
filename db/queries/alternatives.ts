import type { PricingModel } from "../schema/vocabulary.ts";
import { type Db, preparedSql } from "../store.ts";
import { exactly, oneOf, without } from "./search-match.ts";
import { filterToken, inSite, listingIdOf, marks, startLengths, stem, wholeName, words } from "./search-text.ts";
import { isTelling } from "./search-words.ts";

/** What listings are compared by. */
export interface Traits {
  id: number;
  votes: number;
  name: string;
  headline: string;
  summary: string;
  categories: { id: number; name: string }[];
  tags: string[];
  platforms: string[];
  pricing: PricingModel | null;
}

type RawTraits = Omit<Traits, "categories" | "tags" | "platforms"> &
  Record<"categories" | "tags" | "platforms", string>;

const traitColumns = `l.id, l.votes, c.name, l.headline, l.summary, c.platforms, c.pricing,
  (SELECT json_group_array(json_object('id', k.id, 'name', k.name) ORDER BY lc.position, k.id)
    FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
  (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id) AS tags`;
const parse = (row: RawTraits): Traits => ({
  ...row,
  categories: JSON.parse(row.categories),
  tags: JSON.parse(row.tags),
  platforms: JSON.parse(row.platforms),
});

const traitsQuery = preparedSql<RawTraits, [number, string]>(`
  SELECT ${traitColumns} FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);

/** The traits of a live listing, or null. */
export async function traitsBySlug(db: Db, siteId: number, slug: string): Promise<Traits | null> {
  const row = await traitsQuery.get(db, siteId, slug);
  return row && parse(row);
}

const byNameQuery = preparedSql<RawTraits, [string, number]>(`
  SELECT ${traitColumns} FROM (
    SELECT rowid AS key FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT 5) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id`);

/** The live listing of this name, or the first whose name begins with these words; or null. */
export async function traitsByName(db: Db, siteId: number, name: string): Promise<Traits | null> {
  const whole = wholeName(name);
  const [exact] = await byNameQuery.all(db, exactly(marks.wholeName + whole), siteId);
  if (exact) return parse(exact);
  const { min, max } = startLengths;
  if (whole.length < min) return null;
  const beginning = exactly(marks.wholeNameStart + [...whole].slice(0, max).join(""));
  const asked = words(name);
  const found = (await byNameQuery.all(db, beginning, siteId)).find((row) =>
    Bun.deepEquals(words(row.name).slice(0, asked.length), asked),
  );
  return found ? parse(found) : null;
}

const namedQuery = preparedSql<RawTraits, [number]>(`
  SELECT ${traitColumns} FROM listing_alternatives a JOIN listings own ON own.id = a.listing_id
  JOIN listings l ON l.id = a.alternative_id AND l.site_id = own.site_id AND l.status = 'live'
  JOIN companies c ON c.id = l.company_id WHERE a.listing_id = ? ORDER BY l.votes DESC, l.id`);

/** The live alternatives that the site team named, most votes first. */
export const namedAlternatives = async (db: Db, listingId: number): Promise<Traits[]> =>
  (await namedQuery.all(db, listingId)).map(parse);

const candidateLimit = 200;
const matchesNothing = '""';
const candidatesQuery = preparedSql<RawTraits, [string, string, number]>(`
  SELECT ${traitColumns} FROM (
    SELECT rowid AS key FROM listing_search WHERE listing_search MATCH ?1
    UNION ALL SELECT rowid FROM listing_search WHERE listing_search MATCH ?2 LIMIT ${candidateLimit}) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id WHERE l.id <> ?3`);

/**
 * The live listings that may be alternatives: of those in its categories or with its tags the most voted ones, first
 * those whose name or headline shares a word too; where it has neither category nor tag, those that share a word.
 */
export async function alternativeCandidates(db: Db, siteId: number, own: Traits): Promise<Traits[]> {
  const filed = [
    ...own.categories.map(({ id }) => exactly(filterToken("category", id))),
    ...own.tags.map((tag) => exactly(filterToken("tag", tag))),
  ];
  const said = [...new Set(words(`${own.name} ${own.headline}`).filter(isTelling))]
    .slice(0, 20)
    .map((word) => exactly(marks.heading + stem(word)));
  if (filed.length + said.length === 0) return [];
  const site = ` AND ${exactly(filterToken("site", siteId))}`;
  const [first, rest] =
    filed.length > 0 && said.length > 0
      ? [`${oneOf(said)} AND ${oneOf(filed)}${site}`, `${without(oneOf(filed), oneOf(said))}${site}`]
      : [`${oneOf(filed.length > 0 ? filed : said)}${site}`, matchesNothing];
  return (await candidatesQuery.all(db, first, rest, own.id)).map(parse);
}
