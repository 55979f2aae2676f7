import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refreshWeekRanks } from "../../db/queries/boards.ts";
import { searchDocument, searchKey } from "../../db/queries/search-text.ts";
import { openStore } from "../../db/store.ts";
import { periodsOf } from "../../db/week.ts";
import {
  categoryCount,
  directoryTime,
  founderCount,
  type InventedListing,
  listingAt,
  subcategoriesPerParent,
} from "./listing.ts";
import { between, inventWords, randomFrom } from "./random.ts";

const siteId = 1;
const rowsPerTransaction = 50_000;
const stamp = directoryTime.toISOString();

/** What a generated database depends on; a change of any of it makes another version, so that no stale one is measured. */
const sources = [
  "data.ts",
  "listing.ts",
  "random.ts",
  "../../db/queries/search-text.ts",
  "../../db/migrations/meta/_journal.json",
  "../../db/migrations/0001_search.sql",
];
const versionOf = async () =>
  Bun.hash((await Promise.all(sources.map((path) => Bun.file(join(import.meta.dir, path)).text()))).join()).toString(
    36,
  );

/** The folder with the database of an invented directory of `size` listings; made when it is not there. */
export async function benchData(size: number, { fresh = false, root = tmpdir() } = {}): Promise<string> {
  const folder = join(root, `slipway-bench-${await versionOf()}-${size}`);
  if (fresh) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const path = join(unfinished, "slipway.db");
  await openStore(path).close();
  const weeks = fill(path, size);
  const store = openStore(path);
  await store.write(async (tx) => {
    for (const week of weeks) await refreshWeekRanks(tx, siteId, week);
  });
  await store.close();
  renameSync(unfinished, folder);
  return folder;
}

/** Writes all rows; returns the launch weeks there are. */
function fill(path: string, size: number): Set<string> {
  const db = new Database(path, { strict: true });
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -500000"])
    db.run(`PRAGMA ${pragma}`);
  // Indexes made at the end and counts taken once: a fifth of the time of keeping them up row by row.
  const later = db
    .query<{ name: string; type: string; sql: string }, []>(
      "SELECT name, type, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of later) db.run(`DROP ${type} "${name}"`);
  const parents = categories(db);
  founders(db, size);
  const weeks = new Set<string>();
  const insert = inserter(db);
  inBatches(db, size, (i) => {
    const listing = listingAt(i + 1, size);
    if (listing.launchWeek !== null) weeks.add(listing.launchWeek);
    insertListing(insert, listing);
  });
  index(db, size, parents);
  for (const { sql } of later) db.run(sql);
  db.run("UPDATE sites SET listing_count = (SELECT count(*) FROM listings WHERE status = 'live')");
  db.run(`UPDATE categories SET listing_count = (SELECT count(*) FROM listing_categories lc
    JOIN listings l ON l.id = lc.listing_id WHERE lc.category_id = categories.id AND l.status = 'live')`);
  db.close();
  return weeks;
}

function inBatches(db: Database, count: number, each: (index: number) => void): void {
  for (let start = 0; start < count; start += rowsPerTransaction)
    db.transaction(() => {
      for (let i = start; i < Math.min(count, start + rowsPerTransaction); i++) each(i);
    })();
}

type Value = string | number | bigint | null;
type Insert = (table: string, row: Record<string, Value>) => void;

/** Inserts rows given as objects; the statement of a table is prepared from the first row's columns. */
function inserter(db: Database): Insert {
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  return (table, row) => {
    let statement = statements.get(table);
    if (!statement) {
      const columns = Object.keys(row);
      statement = db.prepare(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      );
      statements.set(table, statement);
    }
    statement.run(...Object.values(row));
  };
}

interface Category {
  name: string;
  parentId: number | null;
}

function categories(db: Database): Map<number, Category> {
  const insert = inserter(db);
  insert("sites", { id: siteId, key: "main", name: "Bench", created_at: stamp });
  const names = inventWords(4, categoryCount);
  const roots = categoryCount / (subcategoriesPerParent + 1);
  const byId = new Map<number, Category>();
  for (let id = 1; id <= categoryCount; id++) {
    const parentId = id <= roots ? null : 1 + ((id - 1) % roots);
    const name = names[id - 1]!;
    byId.set(id, { name, parentId });
    insert("categories", { id, site_id: siteId, slug: name, name, parent_id: parentId });
  }
  return byId;
}

function founders(db: Database, size: number): void {
  const insert = inserter(db);
  const names = inventWords(5, 2000);
  inBatches(db, founderCount(size), (i) => {
    const random = randomFrom(i);
    const name = `${names[between(random, 0, 1999)]} ${names[between(random, 0, 1999)]}`;
    const slug = `${name.replace(" ", "-")}-${(i + 1).toString(36)}`;
    insert("founders", { id: i + 1, slug, name, bio: "Makes things.", created_at: stamp, updated_at: stamp });
  });
}

function insertListing(insert: Insert, listing: InventedListing): void {
  const { id, rating } = listing;
  const created = listing.createdAt.toISOString();
  const votes = votesByPeriod(listing);
  const common = { created_at: created, updated_at: created };
  insert("companies", {
    id,
    name: listing.name,
    url: listing.url,
    url_key: listing.domain,
    domain: listing.domain,
    description: listing.description,
    pricing: listing.pricing,
    platforms: JSON.stringify(listing.platforms),
    socials: JSON.stringify({ website: listing.url }),
    verified_method: listing.verified,
    verified_until: listing.verified && "2027-06-01T00:00:00.000Z",
    ...common,
  });
  insert("listings", {
    id,
    site_id: siteId,
    company_id: id,
    slug: listing.slug,
    headline: listing.headline,
    summary: listing.summary,
    faqs: JSON.stringify(listing.faqs),
    status: listing.status,
    status_changed_at: created,
    plan: listing.plan,
    launch_week: listing.launchWeek,
    launched_at: listing.status === "live" ? created : null,
    votes: listing.votes,
    voted_at: votes.at(-1)?.votedAt ?? null,
    rating: rating?.value ?? null,
    rating_change: rating && rating.previous !== null ? rating.value - rating.previous : null,
    search_key: listing.status === "live" ? searchKey(siteId, listing.votes, id) : null,
    ...common,
  });
  if (rating)
    insert("domain_ratings", {
      domain: listing.domain,
      value: rating.value,
      source: "bench",
      checked_at: stamp,
      previous_value: rating.previous,
    });
  listing.categoryIds.forEach((category_id, position) => {
    insert("listing_categories", { listing_id: id, category_id, position });
  });
  for (const tag of listing.tags) insert("listing_tags", { listing_id: id, tag });
  listing.founderIds.forEach((founder_id, position) => {
    insert("company_founders", { company_id: id, founder_id, position });
  });
  for (const body of listing.updates)
    insert("listing_updates", { listing_id: id, title: body.slice(0, 40), body, created_at: created });
  for (const title of listing.milestones)
    insert("milestones", { listing_id: id, date: created.slice(0, 10), title, created_at: created });
  if (listing.hasStory)
    insert("stories", {
      listing_id: id,
      title: listing.headline,
      sections: JSON.stringify({ how_started: listing.description, problem: listing.summary }),
      published_at: created,
      updated_at: created,
    });
  for (const { period, count, votedAt } of votes)
    insert("vote_counts", { listing_id: id, period, site_id: siteId, votes: count, voted_at: votedAt });
}

/** The votes of a listing in the weeks, months and years they fell in: most at its launch, the rest some weeks later. */
function votesByPeriod({
  votes,
  createdAt,
  id,
}: InventedListing): { period: string; count: number; votedAt: string }[] {
  if (votes === 0) return [];
  const random = randomFrom(-id);
  const later = votes < 3 ? 0 : Math.floor(votes * 0.3);
  const launch = createdAt.getTime() + between(random, 1, 86_400_000);
  const end = Math.min(directoryTime.getTime(), launch + between(random, 7, 70) * 86_400_000);
  const counts = new Map<string, { count: number; votedAt: string }>();
  for (const [count, time] of [
    [votes - later, launch],
    [later, end],
  ] as const)
    if (count > 0)
      for (const period of periodsOf(new Date(time)))
        counts.set(period, { count: (counts.get(period)?.count ?? 0) + count, votedAt: new Date(time).toISOString() });
  return [...counts].map(([period, values]) => ({ period, ...values }));
}

/** Fills the search index in the order of its row ids: FTS5 writes a segment whenever one is lower than the last. */
function index(db: Database, size: number, byId: Map<number, Category>): void {
  const keys = db
    .query<{ id: number }, []>("SELECT id FROM listings WHERE search_key IS NOT NULL ORDER BY search_key")
    .all();
  const add = db.prepare("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
  inBatches(db, keys.length, (i) => {
    const listing = listingAt(keys[i]!.id, size);
    const document = searchDocument({
      ...listing,
      siteId,
      categories: listing.categoryIds.map((id) => ({ id, ...byId.get(id)! })),
      verified: listing.verified !== null,
      rating: listing.rating?.value ?? null,
      updatedAt: listing.createdAt.toISOString(),
    });
    add.run(searchKey(siteId, listing.votes, listing.id), document);
  });
}
