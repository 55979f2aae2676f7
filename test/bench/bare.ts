import { Database } from "bun:sqlite";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Board } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { writeCursor } from "#tools/core/lists/cursor.ts";
import { boardRules, periodOf } from "#tools/leaderboards/shared/rules.ts";
import { findByMeaning } from "#tools/search/search.ts";
import { followUrl, listOf, understanding } from "#tools/search/search-listings.ts";
import { bareCard, cardColumns, inPlace, joined, type Row } from "./bare-card.ts";

/**
 * The baseline for Slipway: the smallest program that returns the same bytes. Bun.serve, statements prepared once, rows
 * shaped and stringified; no checks, limits, ETags, headers, logs or other tools. Both use the directory's own code to
 * find and order listings, so that the bytes are equal.
 */

const [folder, baseUrl, port] = process.argv.slice(2) as [string, string, string];
// A parameter with a plus is not planned again (db/store/store.ts), which makes the bare server as fast as possible.
const db = new Database(join(folder, "slipway.db"), { readonly: true, strict: true });
for (const pragma of ["mmap_size = 2147418112", "cache_size = -4000"]) db.run(`PRAGMA ${pragma}`);

// Reads as much as Slipway.
const ifShown = (select: string) =>
  `CASE WHEN l.plan = 'paid' OR l.unlocked_sections <> '[]' THEN (${select}) ELSE '[]' END`;

const profileStatement = db.prepare<Row, [string]>(`SELECT ${cardColumns}, c.description, c.socials, l.faqs,
    c.license, c.self_hosted, c.sso, c.api_url, c.mcp_url, c.languages, c.plans, l.unlocked_sections,
    (SELECT json_group_array(json_object('hash', hash, 'alt', alt, 'width', width, 'height', height) ORDER BY position)
      FROM listing_pictures WHERE listing_id = l.id) AS pictures,
    (SELECT json_group_array(json_array(cf.position, f.id, f.slug, f.name, f.photo_hash))
      FROM company_founders cf JOIN founders f ON f.id = cf.founder_id WHERE cf.company_id = c.id) AS founders,
    ${ifShown(`SELECT json_group_array(json_object('id', id, 'date', date, 'title', title, 'description', description,
      'url', url) ORDER BY date DESC, id DESC) FROM milestones WHERE listing_id = l.id`)} AS milestones,
    ${ifShown(`SELECT json_group_array(json_object('id', id, 'title', title, 'body', body, 'created_at', created_at)
      ORDER BY created_at DESC, id DESC) FROM (SELECT * FROM listing_updates WHERE listing_id = l.id
      ORDER BY created_at DESC, id DESC LIMIT 5)`)} AS updates,
    (SELECT json_group_array(json_object('reason', excluded, 'count', count)) FROM (SELECT excluded, count(*) AS count
      FROM ballots WHERE listing_id = l.id AND excluded IS NOT NULL GROUP BY excluded)) AS excluded,
    ifnull((SELECT votes FROM unballoted_votes WHERE listing_id = l.id AND period = 'all'), l.votes) AS unballoted,
    (SELECT s.title FROM stories s WHERE s.listing_id = l.id AND s.published_at IS NOT NULL) AS story
  FROM listings l ${joined} WHERE l.site_id = 1 AND l.slug = +? AND l.status = 'live'`);

function get(slug: string): Response {
  const row = profileStatement.get(slug);
  if (!row) return new Response("not found", { status: 404 });
  const unlocked = JSON.parse(row.unlocked_sections);
  const excluded = JSON.parse(row.excluded);
  const shows = (section: string) => row.plan === "paid" || unlocked.includes(section);
  return json({
    ...bareCard(row, baseUrl),
    pictures: JSON.parse(row.pictures).map(({ hash, ...one }: Row) => ({ url: `${baseUrl}/media/${hash}`, ...one })),
    votes_cast: row.votes + excluded.reduce((sum: number, { count }: Row) => sum + count, 0),
    votes_excluded: excluded,
    votes_without_ballots: row.unballoted,
    description: row.description,
    license: row.license,
    repository: null,
    api_url: row.api_url,
    mcp_url: row.mcp_url,
    socials: JSON.parse(row.socials),
    faqs: JSON.parse(row.faqs),
    plans: JSON.parse(row.plans).map((plan: Row) => ({ ...plan, source: null })),
    self_hosted: row.self_hosted,
    sso: row.sso,
    data_regions: [],
    languages: JSON.parse(row.languages),
    certifications: [],
    alternative_to: [],
    fact_sources: {},
    price_history: [],
    founders: inPlace(row.founders).map(([, , slug, name, photo]) => ({
      slug,
      name,
      photo_url: photo && `${baseUrl}/media/${photo}`,
    })),
    milestones: shows("milestones") ? JSON.parse(row.milestones) : [],
    updates: shows("updates") ? JSON.parse(row.updates) : [],
    story: row.story === null ? null : { title: row.story, url: `${baseUrl}/listings/${row.slug}/story` },
    feed_url: `${baseUrl}/listings/${row.slug}.atom`,
    badges_url: `${baseUrl}/api/v1/listings/${row.slug}/badges`,
  });
}

const cardsStatement = db.prepare<Row, [string]>(
  `SELECT ${cardColumns} FROM json_each(+?) j CROSS JOIN listings l ON l.id = j.value ${joined} ORDER BY j.key`,
);
const read = drizzle(db) as unknown as Db;
const site = (await allSites(read))[0]!;

async function search(query: URLSearchParams): Promise<Response> {
  const page = Number(query.get("page") ?? 1);
  const asked = { q: query.get("q") ?? undefined, sort: "relevance", limit: 20, offset: (page - 1) * 20 } as const;
  const hits = await findByMeaning({ read, site, now: new Date() }, asked);
  const { ids, total, isCapped, hasMore, next } = hits;
  const items = cardsStatement.all(JSON.stringify(ids)).map((row) => bareCard(row, baseUrl));
  const list = listOf(site.id, { q: asked.q, sort: asked.sort });
  const cursor = next && { next_cursor: writeCursor(list, { passed: asked.offset + ids.length, place: next }) };
  const facts = { page, per_page: 20, total, has_more: hasMore, ...cursor, total_is_capped: isCapped };
  const follow = page === 1 && { follow_url: followUrl(baseUrl, { q: asked.q }) };
  return json({ items, ...facts, ...understanding(hits), ...follow });
}

const inOrder = "site_id = 1 AND period = +? AND is_live = 1 ORDER BY votes DESC, voted_at, listing_id";
const rowsStatement = db.prepare<Row, [string, number]>(
  `SELECT listing_id, votes, voted_at FROM vote_counts WHERE ${inOrder} LIMIT 21 OFFSET +?`,
);
const boardCountStatement = db.prepare<{ count: number }, [string]>(
  `SELECT count(*) AS count FROM (SELECT 1 FROM vote_counts WHERE ${inOrder} LIMIT 1001)`,
);
const placesStatement = db.prepare<Row, [string, string]>(`SELECT listing_id, place FROM (
    SELECT listing_id, row_number() OVER (ORDER BY votes DESC, voted_at, listing_id) AS place FROM vote_counts
    WHERE site_id = 1 AND period = +?1 AND is_live = 1 AND votes >= (
      SELECT min(v.votes) FROM json_each(+?2) j JOIN vote_counts v ON v.listing_id = j.value AND v.period = +?1)
    ORDER BY votes DESC, voted_at, listing_id LIMIT 1000)
  WHERE listing_id IN (SELECT value FROM json_each(+?2))`);

/** The community leaderboards of a week, month or year. */
function leaderboard(board: Board, query: URLSearchParams): Response {
  const page = Number(query.get("page") ?? 1);
  const { period, previous, startsAt, endsAt } = periodOf(board, query.get("period")!, new Date())!;
  const offset = (page - 1) * 20;
  const rows = rowsStatement.all(period, offset);
  const isLast = rows.length > 0 && rows.length < 21;
  const total = isLast ? offset + rows.length : boardCountStatement.get(period)!.count;
  const ids = JSON.stringify(rows.slice(0, 20).map((row) => row.listing_id));
  const places = new Map(placesStatement.all(previous, ids).map((row) => [row.listing_id, row.place]));
  const items = cardsStatement.all(ids).map((row, i) => ({
    rank: offset + i + 1,
    previous_rank: places.get(row.id) ?? null,
    listing: bareCard(row, baseUrl),
    score: rows[i]!.votes,
    sponsored: false,
  }));
  const { title, rule } = boardRules[board];
  const [starts_at, ends_at] = [startsAt.toISOString(), endsAt.toISOString()];
  const page_url = `${baseUrl}/leaderboards/${board}?period=${period}`;
  const described = { board, period, page_url, title, rule, starts_at, ends_at };
  const list = JSON.stringify(["board", { siteId: 1, board, period }]);
  const last = rows.length > 20 ? rows[19]! : null;
  const place = last && { passed: offset + 20, place: [last.votes, last.voted_at, last.listing_id] };
  const cursor = place && { next_cursor: writeCursor(list, place) };
  return json({ ...described, items, page, per_page: 20, total, has_more: rows.length > 20, ...cursor });
}

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

const queryOf = (url: string) => new URLSearchParams(url.slice(url.indexOf("?") + 1));

Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/listings/:slug": ({ params }) => get(params.slug),
    "/api/v1/listings": ({ url }) => search(queryOf(url)),
    "/api/v1/leaderboards/:board": ({ params, url }) => leaderboard(params.board as Board, queryOf(url)),
  },
  fetch: () => new Response("not found", { status: 404 }),
});
