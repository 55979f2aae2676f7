import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { cardOthers, cardTexts } from "../common/field-selects.ts";

/**
 * A listing's card as three JSON objects with consecutive fields, from which responses are assembled. The values that
 * change often or depend on the request are kept apart.
 */
export interface StoredCard {
  id: number;
  facts: string;
  logoHash: string | null;
  offer: string;
  state: string;
  votes: number;
  weekRank: number | null;
}

const categories = `SELECT json_group_array(json_object('slug', slug, 'name', name)) FROM (
  SELECT k.slug, k.name FROM listing_categories lc JOIN categories k ON k.id = lc.category_id
  WHERE lc.listing_id = l.id ORDER BY lc.position, k.id)`;
const tags = "SELECT json_group_array(tag) FROM (SELECT tag FROM listing_tags WHERE listing_id = l.id ORDER BY tag)";
const made = {
  facts: `json_object('id', l.id, 'slug', l.slug, ${cardTexts}, 'url', c.url)`,
  offer: `json_object('categories', json((${categories})), ${cardOthers}, 'tags', json((${tags})))`,
  state: `json_object('launch_week', l.launch_week, 'plan_label', iif(l.plan = 'paid', 'sponsored', 'none'),
    'verified', json_object('status', iif(c.verified_method IS NULL, 'unverified', 'verified'),
      'method', c.verified_method, 'verified_until', c.verified_until),
    'domain_rating', json(iif(r.value IS NULL, NULL,
      json_object('value', r.value, 'source', r.source, 'checked_at', r.checked_at))),
    'created_at', l.created_at, 'updated_at', l.updated_at)`,
};
const columns = ({ facts, offer, state }: typeof made) =>
  `${facts} AS facts, c.logo_hash AS logoHash, ${offer} AS offer, ${state} AS state, l.votes, l.week_rank AS weekRank`;
const parts = columns(made);
const joined = `JOIN companies c ON c.id = l.company_id
  LEFT JOIN domain_ratings r ON r.domain = c.domain AND l.rating IS NOT NULL`;

export const cardParts = columns({
  facts: `ifnull(s.facts, ${made.facts})`,
  offer: `ifnull(s.offer, ${made.offer})`,
  state: `ifnull(s.state, ${made.state})`,
});
export const cardJoins = `${joined} LEFT JOIN listing_cards s ON s.listing_id = l.id`;
const asked = "json_each(?) j CROSS JOIN listings l ON l.id = j.value";

const storedQuery = preparedSql<StoredCard, [string]>(`
  SELECT listing_id AS id, facts, logo_hash AS logoHash, offer, state, votes, week_rank AS weekRank
  FROM json_each(?) j CROSS JOIN listing_cards ON listing_id = j.value`);
const madeQuery = preparedSql<StoredCard, [string]>(`SELECT l.id, ${parts} FROM ${asked} ${joined}`);

/** Cards in the order of `ids`. Unknown ids are left out. */
export async function storedCardsOf(db: Db, ids: readonly number[]): Promise<StoredCard[]> {
  if (ids.length === 0) return [];
  const stored = await storedQuery.all(db, JSON.stringify(ids));
  // The query returns the rows in the order of `ids`.
  if (stored.length === ids.length) return stored;
  const cards = new Map(stored.map((card) => [card.id, card]));
  const missing = ids.filter((id) => !cards.has(id));
  for (const card of await madeQuery.all(db, JSON.stringify(missing))) cards.set(card.id, card);
  return ids.flatMap((id) => cards.get(id) ?? []);
}

const insert = "INSERT INTO listing_cards (listing_id, facts, logo_hash, offer, state, votes, week_rank)";
export const storeCards = preparedSql<never, [listingIds: readonly number[]]>(
  `${insert} SELECT l.id, ${parts} FROM ${asked} ${joined} WHERE l.status = 'live' ON CONFLICT DO NOTHING`,
).run;

export const wrongCards = preparedSql<{ slug: string }, []>(`
  WITH made AS (SELECT l.id, l.slug, ${parts} FROM listings l ${joined})
  SELECT m.slug FROM listing_cards s JOIN made m ON m.id = s.listing_id
  WHERE (s.facts, s.logo_hash, s.offer, s.state, s.votes, s.week_rank)
    IS NOT (m.facts, m.logoHash, m.offer, m.state, m.votes, m.weekRank)`).values;

export const dropCards = preparedSql<never, [listingIds: readonly number[]]>(
  "DELETE FROM listing_cards WHERE listing_id IN (SELECT value FROM json_each(?))",
).run;

const perStep = 500;
const nextQuery = preparedSql<{ last: number | null }, [number]>(
  `SELECT max(id) AS last FROM (SELECT id FROM listings WHERE id > ? ORDER BY id LIMIT ${perStep})`,
);
const fillQuery = preparedSql<never, [number, number]>(`${insert} SELECT l.id, ${parts} FROM listings l ${joined}
  WHERE l.id > ? AND l.id <= ? AND l.status = 'live'
    AND NOT EXISTS (SELECT 1 FROM listing_cards WHERE listing_id = l.id)`);

/** Stores the missing cards of the next listings after `last`. Returns the id to continue from, or null at the end. */
export async function fillCards(tx: Tx, last: number): Promise<number | null> {
  const { last: next } = (await nextQuery.get(tx, last))!;
  if (next !== null) await fillQuery.run(tx, last, next);
  return next;
}
