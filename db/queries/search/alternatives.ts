import type { FactSources, ShownFields } from "../../schema/listing-fields.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { allOf, exactly, hasWord, oneOf } from "./search-match.ts";
import { filterToken, inSite, listingIdOf, marks, startLengths, stem, wholeName, words } from "./search-text.ts";
import type { Topic } from "./search-topics.ts";
import { isTelling, type ReadWord, readWords } from "./search-words.ts";

export interface SimilarityFeatures {
  id: number;
  slug: string;
  url: string;
  votes: number;
  stars: number | null;
  name: string;
  headline: string;
  summary: string;
  categories: { id: number; slug: string; name: string }[];
  /** Without licences, which say nothing about what a product does. */
  tags: string[];
  topics: string[];
  knownAs: string | null;
  read: { name: ReadWord[]; text: ReadWord[] };
}

type RawTraits = Omit<SimilarityFeatures, "categories" | "tags" | "topics" | "knownAs" | "read"> &
  Record<"categories" | "tags", string>;

const traitColumns = `l.id, l.slug, c.url, l.votes, l.stars, c.name, l.headline, l.summary,
  (SELECT json_group_array(json_object('id', id, 'slug', slug, 'name', name)) FROM (
    SELECT k.id, k.slug, k.name FROM listing_categories lc JOIN categories k ON k.id = lc.category_id
    WHERE lc.listing_id = l.id ORDER BY lc.position, k.id)) AS categories,
  (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id AND tag NOT GLOB 'license-*') AS tags`;
const parse = (row: RawTraits): SimilarityFeatures => ({
  ...row,
  categories: JSON.parse(row.categories),
  tags: JSON.parse(row.tags),
  topics: [],
  knownAs: null,
  read: { name: readWords(row.name), text: readWords(`${row.headline} ${row.summary}`) },
});

const traitsQuery = preparedSql<RawTraits, [number, string]>(`
  SELECT ${traitColumns} FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);

export async function traitsBySlug(db: Db, siteId: number, slug: string): Promise<SimilarityFeatures | null> {
  const row = await traitsQuery.get(db, siteId, slug);
  return row && parse(row);
}

const maxBeginning = 5;
const maxSpeaking = 50;
const matchingQuery = preparedSql<RawTraits, [string, number, number]>(`
  SELECT ${traitColumns} FROM (
    SELECT rowid AS key FROM listing_search WHERE listing_search MATCH ?1 AND ${inSite("?2")} LIMIT ?3) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id`);

export async function traitsByName(db: Db, siteId: number, name: string): Promise<SimilarityFeatures | null> {
  const whole = wholeName(name);
  const [exact] = await matchingQuery.all(db, exactly(marks.wholeName + whole), siteId, 1);
  if (exact) return parse(exact);
  const { min, max } = startLengths;
  if (whole.length < min) return null;
  const beginning = exactly(marks.wholeNameStart + [...whole].slice(0, max).join(""));
  const asked = words(name);
  const found = (await matchingQuery.all(db, beginning, siteId, maxBeginning)).find((row) =>
    Bun.deepEquals(words(row.name).slice(0, asked.length), asked),
  );
  return found ? parse(found) : null;
}

export const traitsSpeakingOf = async (
  db: Db,
  siteId: number,
  said: readonly string[],
): Promise<SimilarityFeatures[]> =>
  (
    await matchingQuery.all(db, allOf([...said, "alternative"].map((each) => exactly(stem(each)))), siteId, maxSpeaking)
  ).map(parse);

const maxNamed = 50;
const namedQuery = preparedSql<RawTraits & { isByTeam: 0 | 1 }, [listingId: number | null, subjectIds: number[]]>(`
  SELECT ${traitColumns}, m.isByTeam FROM (
    SELECT id, max(isByTeam) AS isByTeam FROM (
      SELECT alternative_id AS id, 1 AS isByTeam FROM listing_alternatives WHERE listing_id = ?1
      UNION ALL SELECT n.listing_id, 0 FROM json_each(?2) j CROSS JOIN listing_subjects n ON n.subject_id = j.value)
    GROUP BY id) m
  JOIN listings l ON l.id = m.id AND l.id IS NOT ?1 AND l.status = 'live' JOIN companies c ON c.id = l.company_id
  WHERE ?1 IS NULL OR l.site_id = (SELECT site_id FROM listings WHERE id = ?1)
  ORDER BY m.isByTeam DESC, c.verified_method IS NULL, l.votes DESC, l.id LIMIT ${maxNamed}`);

/** Listings that the team chose as alternatives to a listing, and those that name one of the subjects. */
export const namedAlternatives = async (
  db: Db,
  listingId: number | null,
  subjectIds: number[],
): Promise<(SimilarityFeatures & { isByTeam: boolean })[]> =>
  (await namedQuery.all(db, listingId, subjectIds)).map((row) => ({ ...parse(row), isByTeam: row.isByTeam === 1 }));

export type KeyFactsRow = Pick<ShownFields<"profile">, "plans" | "license" | "self_hosted" | "api_url" | "sso"> & {
  factSources: FactSources;
};
/** In the order of `ids`. */
export const keyFactsOf = preparedSql<KeyFactsRow, [ids: readonly number[]]>(
  `SELECT c.plans, c.license, c.self_hosted, c.api_url, c.sso, c.fact_sources AS factSources FROM json_each(?) j
  CROSS JOIN listings l ON l.id = j.value JOIN companies c ON c.id = l.company_id ORDER BY j.key`,
  { plans: JSON.parse, factSources: JSON.parse },
).all;

// Reading and comparing one candidate takes about 50 µs.
const candidateLimit = 100;
const matchesNothing = '""';
const found = (expression: string, place: number) => `SELECT * FROM (SELECT rowid AS key, ${place} AS place
  FROM listing_search WHERE listing_search MATCH ${expression} AND ${inSite("?5")} LIMIT ${candidateLimit})`;
const candidatesQuery = preparedSql<RawTraits, [string, string, string, number, number]>(`
  SELECT ${traitColumns} FROM (
    SELECT key, min(place) AS place FROM (${[found("?1", 0), found("?2", 1), found("?3", 2)].join(" UNION ALL ")})
    GROUP BY key ORDER BY place, key LIMIT ${candidateLimit}) m
  JOIN listings l ON l.id = ${listingIdOf("m.key")} JOIN companies c ON c.id = l.company_id WHERE l.id <> ?4`);
const maxWords = 20;

/**
 * Returns live listings that may be alternatives, in three groups sorted by votes. Group 1 names the product, starts
 * with its type, or shares a category and a tag with it. Group 2 shares a heading word and a category or tag. Group 3
 * shares only a category or tag. If the product has neither, a shared word is enough.
 */
export async function alternativeCandidates(
  db: Db,
  siteId: number,
  own: SimilarityFeatures,
  topics: readonly Topic[],
): Promise<SimilarityFeatures[]> {
  const categories = own.categories.map(({ id }) => exactly(filterToken("category", id)));
  const tagged = own.tags.map((tag) => exactly(filterToken("tag", tag)));
  const filed = [...categories, ...tagged];
  const inHeading = (written: string) => exactly(marks.heading + stem(written));
  const said = [...new Set(words(`${own.name} ${own.headline}`).filter(isTelling))].slice(0, maxWords).map(inHeading);
  const nameWords = words(own.name);
  const first = [
    ...(nameWords.some(isTelling) ? [allOf(nameWords.map(inHeading))] : []),
    ...topics.map((topic) => hasWord({ forms: [], topic }, marks.lead)),
    ...(categories.length > 0 && tagged.length > 0 ? [`(${oneOf(categories)} AND ${oneOf(tagged)})`] : []),
  ];
  const then =
    filed.length > 0 && said.length > 0
      ? [`(${oneOf(said)} AND ${oneOf(filed)})`]
      : said.slice(0, filed.length > 0 ? 0 : maxWords);
  const [one, two, three] = [first, then, filed].map((some) => (some.length > 0 ? oneOf(some) : matchesNothing));
  return (await candidatesQuery.all(db, one!, two!, three!, own.id, siteId)).map(parse);
}
