import type { Database } from "bun:sqlite";
import { searchKey } from "#db/queries/search/search-text.ts";
import { dayMs, periodsOf } from "#db/values/week.ts";
import { categories, directoryTime, founderCount, type InventedListing, listingAt } from "./listing.ts";
import { between, inventWords, randomFrom } from "./random.ts";

export const siteId = 1;
const stamp = directoryTime.toISOString();
const rowsPerTransaction = 50_000;

/** Writes an invented directory without its search index. Returns its launch weeks. */
export function writeRows(db: Database, size: number): Set<string> {
  const insert = inserter(db);
  insert("sites", { id: siteId, key: "main", name: "Bench", created_at: stamp });
  for (const { id, name, parentId } of categories)
    insert("categories", { id, site_id: siteId, slug: name, name, parent_id: parentId });
  writeFounders(db, insert, size);
  const weeks = new Set<string>();
  inBatches(db, size, (i) => {
    const listing = listingAt(i + 1, size);
    if (listing.launchWeek !== null) weeks.add(listing.launchWeek);
    insertListing(insert, listing);
  });
  return weeks;
}

/** Calls `each` with 0 to `count` - 1, in large transactions. */
export function inBatches(db: Database, count: number, each: (index: number) => void): void {
  for (let start = 0; start < count; start += rowsPerTransaction)
    db.transaction(() => {
      for (let i = start; i < Math.min(count, start + rowsPerTransaction); i++) each(i);
    })();
}

type Value = string | number | bigint | null;
type Insert = (table: string, row: Record<string, Value>) => void;

/** Inserts rows given as objects. Each table's statement is prepared from the first row's columns. */
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

function writeFounders(db: Database, insert: Insert, size: number): void {
  const names = inventWords(5, 2000);
  inBatches(db, founderCount(size), (i) => {
    const random = randomFrom(i);
    const name = `${names[between(random, 0, 1999)]} ${names[between(random, 0, 1999)]}`;
    const slug = `${name.replace(" ", "-")}-${(i + 1).toString(36)}`;
    insert("founders", { id: i + 1, slug, name, bio: "Makes things.", created_at: stamp, updated_at: stamp });
  });
}

/** The search key of a listing. Invented listings have no stars. */
export const keyOf = ({ id, votes }: { id: number; votes: number }) =>
  searchKey({ siteId, id, votes, stars: null, rating: null });

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
    license: listing.facts.license,
    self_hosted: listing.facts.self_hosted,
    sso: listing.facts.sso,
    api_url: listing.facts.api_url,
    mcp_url: listing.facts.mcp_url,
    languages: JSON.stringify(listing.facts.languages),
    plans: JSON.stringify(
      listing.facts.plans.map((plan) => ({
        name: plan.price === 0 ? "Free" : "Pro",
        ...plan,
        free_limits: null,
        url: null,
      })),
    ),
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
    search_key: listing.status === "live" ? keyOf(listing) : null,
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

/** The votes of a listing by week, month and year: most at its launch, the rest in the weeks after. */
function votesByPeriod({ votes, createdAt, id }: InventedListing) {
  if (votes === 0) return [];
  const random = randomFrom(-id);
  const later = votes < 3 ? 0 : Math.floor(votes * 0.3);
  const launch = createdAt.getTime() + between(random, 1, dayMs);
  const end = Math.min(directoryTime.getTime(), launch + between(random, 7, 70) * dayMs);
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
