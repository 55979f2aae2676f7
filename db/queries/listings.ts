import type { Faq } from "../schema/listing-fields.ts";
import type { ClaimMethod, Exclusion, Plan, PricingModel } from "../schema/vocabulary.ts";
import { type Db, preparedSql } from "../store.ts";

/** What a list shows of a listing. JSON columns are parsed. */
export interface CardRow {
  id: number;
  slug: string;
  name: string;
  headline: string;
  summary: string;
  url: string;
  logoHash: string | null;
  categories: { slug: string; name: string }[];
  pricing: PricingModel | null;
  platforms: string[];
  votes: number;
  weekRank: number | null;
  launchWeek: string | null;
  plan: Plan;
  verifiedMethod: ClaimMethod | null;
  verifiedUntil: string | null;
  rating: { value: number; source: string; checked_at: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** Everything the public profile of a listing shows, and what decides whether parts of it are shown. */
export interface ProfileRow extends CardRow {
  description: string;
  socials: Record<string, string>;
  faqs: Faq[];
  unlockedSections: string[];
  founders: { slug: string; name: string; photoHash: string | null }[];
  /** Milestones and updates are empty where neither the plan nor an unlocked section lets the page show any. */
  milestones: { id: number; date: string; title: string; description: string | null; url: string | null }[];
  updates: { id: number; title: string; body: string; created_at: string }[];
  /** Ballots that do not count, by reason. */
  votesExcluded: { reason: Exclusion; count: number }[];
  /** How many of its votes were counted before ballots were kept. */
  votesWithoutBallots: number;
  /** Title of the published story. */
  story: string | null;
}

// Sorting a handful of values in JavaScript costs a tenth of a sorter of SQLite's for each row.
const cardColumns = `
  l.id, l.slug, c.name, l.headline, l.summary, c.url, c.logo_hash AS logoHash, c.pricing, c.platforms, l.votes,
  l.week_rank AS weekRank, l.launch_week AS launchWeek, l.plan, c.verified_method AS verifiedMethod,
  c.verified_until AS verifiedUntil, l.created_at AS createdAt, l.updated_at AS updatedAt,
  (SELECT json_group_array(json_array(lc.position, k.id, k.slug, k.name))
    FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
  r.value AS ratingValue, r.source AS ratingSource, r.checked_at AS ratingCheckedAt`;
const joined = `JOIN companies c ON c.id = l.company_id
  LEFT JOIN domain_ratings r ON r.domain = c.domain AND l.rating IS NOT NULL`;

type Raw<Row, Json extends keyof Row> = Omit<Row, Json> & Record<Json, string>;
type RatingColumns =
  | { ratingValue: number; ratingSource: string; ratingCheckedAt: string }
  | { ratingValue: null; ratingSource: null; ratingCheckedAt: null };
type RawCard = Raw<Omit<CardRow, "rating">, "categories" | "platforms"> & RatingColumns;

/** Parses a row where it is: to copy its many columns would cost more than to parse the few. */
function parseCard(raw: RawCard): CardRow {
  const { ratingValue, ratingSource, ratingCheckedAt } = raw;
  return Object.assign(raw as unknown as CardRow, {
    categories: parseCategories(raw.categories),
    platforms: parseList(raw.platforms),
    rating: ratingValue === null ? null : { value: ratingValue, source: ratingSource, checked_at: ratingCheckedAt },
  });
}

// Most lists of most listings are empty.
const parseList = (json: string) => (json === "[]" ? [] : JSON.parse(json));

type Placed<Rest extends unknown[]> = [position: number, id: number, ...Rest];

function parsePlaced<Rest extends unknown[]>(json: string): Placed<Rest>[] {
  const placed = JSON.parse(json) as Placed<Rest>[];
  return placed.length > 1 ? placed.sort((a, b) => a[0] - b[0] || a[1] - b[1]) : placed;
}

const parseCategories = (json: string): CardRow["categories"] =>
  parsePlaced<[slug: string, name: string]>(json).map(([, , slug, name]) => ({ slug, name }));

const parseFounders = (json: string): ProfileRow["founders"] =>
  parsePlaced<[slug: string, name: string, photoHash: string | null]>(json).map(([, , slug, name, photoHash]) => ({
    slug,
    name,
    photoHash,
  }));

const cardsQuery = preparedSql<RawCard, [string]>(
  `SELECT ${cardColumns} FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value ${joined}`,
);

/** Cards of the listings in the order of `ids`; an id that does not exist is left out. */
export async function cardsByIds(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = await cardsQuery.all(db, JSON.stringify(ids));
  const cards = new Map(rows.map((row) => [row.id, parseCard(row)]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

const mostOwnUpdates = 100;

type RawProfile = Omit<Raw<ProfileRow, ProfileJson>, "rating"> & RatingColumns;
type ProfileJson =
  | "votesExcluded"
  | "categories"
  | "platforms"
  | "socials"
  | "faqs"
  | "unlockedSections"
  | "founders"
  | "milestones"
  | "updates";

// Most listings show neither milestones nor updates; reading both would be a third of reading a profile.
const ifShown = (select: string) =>
  `CASE WHEN l.plan = 'paid' OR l.unlocked_sections <> '[]' THEN (${select}) ELSE '[]' END`;

const milestones = `SELECT json_group_array(json_object('id', m.id, 'date', m.date, 'title', m.title, 'description', m.description, 'url', m.url))
  FROM (SELECT * FROM milestones WHERE listing_id = l.id ORDER BY date DESC, id DESC) m`;
const updates = (
  limit: number,
) => `SELECT json_group_array(json_object('id', u.id, 'title', u.title, 'body', u.body, 'created_at', u.created_at))
  FROM (SELECT * FROM listing_updates WHERE listing_id = l.id ORDER BY created_at DESC, id DESC LIMIT ${limit}) u`;

/** A story's title for readers: of a story `s` of a company `c`. */
export const storyTitle = "ifnull(nullif(s.title, ''), 'The story of ' || c.name)";

const profileSelect = (milestones: string, updates: string) => `
  SELECT ${cardColumns}, c.description, c.socials, l.faqs, l.unlocked_sections AS unlockedSections,
    (SELECT json_group_array(json_array(cf.position, f.id, f.slug, f.name, f.photo_hash))
      FROM company_founders cf JOIN founders f ON f.id = cf.founder_id WHERE cf.company_id = c.id) AS founders,
    (${milestones}) AS milestones,
    (${updates}) AS updates,
    (SELECT json_group_array(json_object('reason', excluded, 'count', count)) FROM (
      SELECT excluded, count(*) AS count FROM ballots WHERE listing_id = l.id AND excluded IS NOT NULL GROUP BY excluded)
    ) AS votesExcluded,
    ifnull((SELECT votes FROM unballoted_votes WHERE listing_id = l.id AND period = 'all'), l.votes) AS votesWithoutBallots,
    (SELECT ${storyTitle} FROM stories s WHERE s.listing_id = l.id AND s.published_at IS NOT NULL) AS story
  FROM listings l ${joined}`;

const publicQuery = preparedSql<RawProfile, [number, string]>(
  `${profileSelect(ifShown(milestones), ifShown(updates(5)))} WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`,
);
const ownerQuery = preparedSql<RawProfile, [number]>(
  `${profileSelect(milestones, updates(mostOwnUpdates))} WHERE l.id = ?`,
);

/** A live listing by its public id. */
export async function profileBySlug(db: Db, siteId: number, slug: string): Promise<ProfileRow | null> {
  const raw = await publicQuery.get(db, siteId, slug);
  return raw && parseProfile(raw);
}

/** A listing in any status with all its milestones and its latest updates, as its owner sees it. */
export async function profileById(db: Db, id: number): Promise<ProfileRow | null> {
  const raw = await ownerQuery.get(db, id);
  return raw && parseProfile(raw);
}

function parseProfile(raw: RawProfile): ProfileRow {
  return Object.assign(parseCard(raw) as ProfileRow, {
    socials: JSON.parse(raw.socials),
    faqs: parseList(raw.faqs),
    unlockedSections: parseList(raw.unlockedSections),
    founders: parseFounders(raw.founders),
    milestones: parseList(raw.milestones),
    updates: parseList(raw.updates),
    votesExcluded: parseList(raw.votesExcluded),
  });
}

const liveIdsQuery = preparedSql<{ id: number; slug: string }, [number, string]>(
  "SELECT l.id, l.slug FROM json_each(?2) j JOIN listings l ON l.site_id = ?1 AND l.slug = j.value AND l.status = 'live' ORDER BY j.key",
);

/** Ids of the live listings among `slugs`, in their order. */
export async function liveListingIds(
  db: Db,
  siteId: number,
  slugs: readonly string[],
): Promise<{ id: number; slug: string }[]> {
  return liveIdsQuery.all(db, siteId, JSON.stringify(slugs));
}
