import type { FactSources, FormerPrice, Picture, ShownFields } from "../../schema/listing-fields.ts";
import type { Exclusion, Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { picturesColumn, profileColumns, profileJson } from "../common/field-selects.ts";
import { cardJoins, cardParts, type StoredCard } from "../search/stored-cards.ts";

export interface ProfileRow extends StoredCard, ShownFields<"profile"> {
  slug: string;
  plan: Plan;
  unlockedSections: string[];
  pictures: Picture[];
  factSources: FactSources;
  priceHistory: FormerPrice[];
  founders: { slug: string; name: string; photoHash: string | null }[];
  milestones: { id: number; date: string; title: string; description: string | null; url: string | null }[];
  updates: { id: number; title: string; body: string; created_at: string }[];
  votesExcluded: { reason: Exclusion; count: number }[];
  votesWithoutBallots: number;
  story: string | null;
}

// Most of these lists are empty, and this comparison is faster than parsing.
const parseList = (json: string) => (json === "[]" ? [] : JSON.parse(json));

type Placed<Rest extends unknown[]> = [position: number, id: number, ...Rest];

function parsePlaced<Rest extends unknown[]>(json: string): Placed<Rest>[] {
  const placed = JSON.parse(json) as Placed<Rest>[];
  return placed.length > 1 ? placed.sort((a, b) => a[0] - b[0] || a[1] - b[1]) : placed;
}

const parseFounders = (json: string): ProfileRow["founders"] =>
  parsePlaced<[slug: string, name: string, photoHash: string | null]>(json).map(([, , slug, name, photoHash]) => ({
    slug,
    name,
    photoHash,
  }));

const maxOwnUpdates = 100;

type RawProfile = { [Name in keyof ProfileRow]: ProfileRow[Name] extends object ? string : ProfileRow[Name] };

// Most listings show neither milestones nor updates. Reading both would take a third of the time needed to read a
// profile.
const ifShown = (select: string) =>
  `CASE WHEN l.plan = 'paid' OR l.unlocked_sections <> '[]' THEN (${select}) ELSE '[]' END`;

const milestones = `SELECT json_group_array(json_object('id', m.id, 'date', m.date, 'title', m.title, 'description', m.description, 'url', m.url))
  FROM (SELECT * FROM milestones WHERE listing_id = l.id ORDER BY date DESC, id DESC) m`;
const updates = (
  limit: number,
) => `SELECT json_group_array(json_object('id', u.id, 'title', u.title, 'body', u.body, 'created_at', u.created_at))
  FROM (SELECT * FROM listing_updates WHERE listing_id = l.id ORDER BY created_at DESC, id DESC LIMIT ${limit}) u`;

export const storyTitle = "ifnull(nullif(s.title, ''), 'The story of ' || c.name)";

const profileSelect = (milestones: string, updates: string) => `
  SELECT l.id, l.slug, l.plan, ${cardParts}, ${profileColumns}, l.unlocked_sections AS unlockedSections,
    c.fact_sources AS factSources, c.price_history AS priceHistory,
    ${picturesColumn("l.id")} AS pictures,
    (SELECT json_group_array(json_array(cf.position, f.id, f.slug, f.name, f.photo_hash))
      FROM company_founders cf JOIN founders f ON f.id = cf.founder_id WHERE cf.company_id = c.id) AS founders,
    (${milestones}) AS milestones,
    (${updates}) AS updates,
    (SELECT json_group_array(json_object('reason', excluded, 'count', count)) FROM (
      SELECT excluded, count(*) AS count FROM ballots WHERE listing_id = l.id AND excluded IS NOT NULL GROUP BY excluded)
    ) AS votesExcluded,
    ifnull((SELECT votes FROM unballoted_votes WHERE listing_id = l.id AND period = 'all'), l.votes) AS votesWithoutBallots,
    (SELECT ${storyTitle} FROM stories s WHERE s.listing_id = l.id AND s.published_at IS NOT NULL) AS story
  FROM listings l ${cardJoins}`;

const publicQuery = preparedSql<RawProfile, [number, string]>(
  `${profileSelect(ifShown(milestones), ifShown(updates(5)))} WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`,
);
const ownerQuery = preparedSql<RawProfile, [number]>(
  `${profileSelect(milestones, updates(maxOwnUpdates))} WHERE l.id = ?`,
);

const withoutPosts = preparedSql<RawProfile, [number, string]>(
  `${profileSelect("SELECT '[]'", "SELECT '[]'")} WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`,
);

/** A profile without milestones and updates, which comparisons do not show. */
export async function comparedBySlug(db: Db, siteId: number, slug: string): Promise<ProfileRow | null> {
  const raw = await withoutPosts.get(db, siteId, slug);
  return raw && parseProfile(raw);
}

export async function profileBySlug(db: Db, siteId: number, slug: string): Promise<ProfileRow | null> {
  const raw = await publicQuery.get(db, siteId, slug);
  return raw && parseProfile(raw);
}

export async function profileById(db: Db, id: number): Promise<ProfileRow | null> {
  const raw = await ownerQuery.get(db, id);
  return raw && parseProfile(raw);
}

function parseProfile(raw: RawProfile): ProfileRow {
  return Object.assign(raw as unknown as ProfileRow, {
    ...Object.fromEntries(profileJson.map((name) => [name, parseList(raw[name]!)])),
    unlockedSections: parseList(raw.unlockedSections),
    pictures: parseList(raw.pictures),
    factSources: JSON.parse(raw.factSources),
    priceHistory: parseList(raw.priceHistory),
    founders: parseFounders(raw.founders),
    milestones: parseList(raw.milestones),
    updates: parseList(raw.updates),
    votesExcluded: parseList(raw.votesExcluded),
  });
}

export const liveListingIds = preparedSql<{ id: number; slug: string }, [siteId: number, slugs: readonly string[]]>(
  "SELECT l.id, l.slug FROM json_each(?2) j JOIN listings l ON l.site_id = ?1 AND l.slug = j.value AND l.status = 'live' ORDER BY j.key",
).all;
