import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { pricingModels } from "../../schema/vocabulary.ts";
import { seedDemo } from "../../seed/demo.ts";
import { openStore } from "../../store/file-store.ts";
import type { Store } from "../../store/store.ts";
import { type SearchQuery, searchListings } from "./search.ts";
import { searchFacets } from "./search-facets.ts";
import { fold } from "./search-text.ts";

const now = new Date("2026-11-18T12:00:00.000Z");
const folder = mkdtempSync(join(tmpdir(), "slipway-search-"));
let store: Store;
let facts: Facts[];

/** A live listing as the tables have it, read without the index. */
interface Facts {
  id: number;
  siteId: number;
  votes: number;
  pricing: string | null;
  rating: number | null;
  week: string | null;
  verified: number;
  createdAt: string;
  updatedAt: string;
  launchedAt: string | null;
  categories: number[];
  tags: string[];
  platforms: string[];
}

beforeAll(async () => {
  store = openStore(join(folder, "search.db"));
  await seedDemo(store, now);
  const rows = store.read.$client.query<any, []>(`
    SELECT l.id, l.site_id AS siteId, l.votes, c.pricing, l.rating, l.launch_week AS week,
      c.verified_method IS NOT NULL AS verified, l.created_at AS createdAt, l.updated_at AS updatedAt, l.launched_at AS launchedAt, c.platforms,
      (SELECT json_group_array(tag) FROM listing_tags WHERE listing_id = l.id) AS tags,
      (SELECT json_group_array(id) FROM (SELECT k.id FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id
        UNION SELECT k.parent_id FROM listing_categories lc JOIN categories k ON k.id = lc.category_id
        WHERE lc.listing_id = l.id AND k.parent_id IS NOT NULL)) AS categories
    FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.status = 'live'`);
  facts = rows.all().map((row) => ({
    ...row,
    categories: JSON.parse(row.categories),
    tags: JSON.parse(row.tags),
    platforms: JSON.parse(row.platforms),
  }));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const same = (a: string, b: string) => fold(a).replace(/[\s_-]+/g, "-") === fold(b).replace(/[\s_-]+/g, "-");

const passes = (row: Facts, query: SearchQuery) =>
  row.siteId === query.siteId &&
  (query.categoryIds?.some((id) => row.categories.includes(id)) ?? true) &&
  (query.tags?.some((wanted) => row.tags.some((tag) => same(tag, wanted))) ?? true) &&
  (query.platforms?.some((wanted) => row.platforms.some((platform) => same(platform, wanted))) ?? true) &&
  (query.pricings?.some((wanted) => row.pricing === wanted) ?? true) &&
  (query.verified === undefined || (row.verified === 1) === query.verified) &&
  (query.weeks?.some((week) => row.week === week) ?? true) &&
  (query.fromWeek === undefined || (row.week !== null && row.week >= query.fromWeek)) &&
  (query.toWeek === undefined || (row.week !== null && row.week <= query.toWeek)) &&
  (query.minRating === undefined || (row.rating ?? -1) >= query.minRating) &&
  (query.updatedSince === undefined || row.updatedAt >= query.updatedSince) &&
  (query.launchedBefore === undefined || (row.launchedAt !== null && row.launchedAt < query.launchedBefore)) &&
  (query.launchedSince === undefined || (row.launchedAt ?? "") >= query.launchedSince);

// Nothing of the demo directory has stars, so that its rating says how well known it is.
const byVotes = (a: Facts, b: Facts) => b.votes - a.votes || (b.rating ?? 0) - (a.rating ?? 0) || b.id - a.id;
const orders: Record<string, (a: Facts, b: Facts) => number> = {
  relevance: byVotes,
  votes: byVotes,
  newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.id - a.id),
  dr: (a, b) => (b.rating ?? -1) - (a.rating ?? -1) || a.id - b.id,
};

const query = (parts: Partial<SearchQuery>): SearchQuery => ({
  siteId: 1,
  sort: "relevance",
  limit: 100,
  offset: 0,
  now,
  ...parts,
});

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 3 });
const some = <T>(values: fc.Arbitrary<T>) => maybe(fc.array(values, { minLength: 1, maxLength: 3 }));
const anyTime = () =>
  fc
    .oneof(
      fc.date({ min: new Date("1990-01-01"), max: new Date("2027-01-01"), noInvalidDate: true }),
      fc.date({ min: new Date("2026-08-01"), max: now, noInvalidDate: true }),
    )
    .map((date) => date.toISOString());
const filters = () =>
  fc.record({
    siteId: fc.constantFrom(1, 2),
    categoryIds: some(fc.integer({ min: 1, max: 40 })),
    tags: some(fc.constantFrom("photos", "Self Hosted", "uptime", "open-source", "C++", "")),
    platforms: some(fc.constantFrom("web", "Docker", "self-hosted", "iOS", "C#")),
    pricings: some(fc.constantFrom(...pricingModels)),
    verified: maybe(fc.boolean()),
    weeks: some(fc.constantFrom("2026-W44", "2026-W47", "2025-W01")),
    fromWeek: maybe(fc.constantFrom("2025-W50", "2026-W01", "2026-W42")),
    toWeek: maybe(fc.constantFrom("2025-W52", "2026-W46", "2026-W53")),
    minRating: maybe(fc.integer({ min: 0, max: 100 })),
    updatedSince: maybe(anyTime()),
    launchedSince: maybe(anyTime()),
    launchedBefore: maybe(anyTime()),
    sort: fc.constantFrom("relevance", "newest", "votes", "dr") as fc.Arbitrary<SearchQuery["sort"]>,
  });

const demoWords =
  "photo backup uptime invoices lumenroll framevalt notes alternative to self hosted garden pingmoor diary";
const q = () =>
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.array(fc.constantFrom(...demoWords.split(" ")), { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
    fc.constantFrom(
      '"',
      "a OR b",
      "NEAR(a b)",
      "doc:x",
      "a*",
      "^a",
      "-a",
      "(",
      "\uE000a",
      "\uE0031",
      "照片",
      "𞤀𞤣",
      "𱍐𱍐",
    ),
  );

test("filters without words: exactly the matching listings, in each order", async () => {
  await fc.assert(
    fc.asyncProperty(filters(), async (parts) => {
      const hits = await searchListings(store.read, query(parts));
      const wanted = facts.filter((row) => passes(row, query(parts))).sort(orders[parts.sort]);
      expect(hits.ids).toEqual(wanted.map(({ id }) => id));
      expect(hits).toMatchObject({ total: wanted.length, hasMore: false });
    }),
    { numRuns: 300 },
  );
});

test("words and filters: only matching listings, complete pages, exact total", async () => {
  await fc.assert(
    fc.asyncProperty(q(), filters(), fc.integer({ min: 5, max: 30 }), async (words, parts, size) => {
      const whole = await searchListings(store.read, query({ ...parts, q: words }));
      expect(new Set(whole.ids).size).toBe(whole.ids.length);
      expect(whole.total).toBe(whole.ids.length);
      for (const id of whole.ids) expect(passes(facts.find((row) => row.id === id)!, query(parts))).toBeTrue();
      const paged: number[] = [];
      for (let offset = 0; ; offset += size) {
        const page = await searchListings(store.read, query({ ...parts, q: words, limit: size, offset }));
        expect(page.total).toBe(whole.total);
        paged.push(...page.ids);
        if (!page.hasMore) break;
        expect(page.ids).toHaveLength(size);
      }
      expect(paged).toEqual(whole.ids);
      const walked: number[] = [];
      for (let after: SearchQuery["after"] | null; after !== null; ) {
        const page = await searchListings(store.read, query({ ...parts, q: words, limit: size, after }));
        expect(page.total).toBe(whole.total);
        walked.push(...page.ids);
        after = page.next;
      }
      expect(walked).toEqual(whole.ids);
    }),
    { numRuns: 80 },
  );
}, 120_000);

test("unknown letters: no results instead of all listings", async () => {
  for (const words of ["𞤀𞤣", "𱍐", "ጠመ", "\u{1F680}", "zzzzqq"])
    expect((await searchListings(store.read, query({ q: words }))).total).toBe(0);
});

test("walking the sort order equals sorting all matches, except for names that start with the last word", async () => {
  const walking = { depth: 10_000, sorted: 0, sortedOfWords: 0, counted: 1000 };
  await fc.assert(
    fc.asyncProperty(q(), filters(), fc.integer({ min: 1, max: 9 }), async (words, parts, limit) => {
      for (const sort of ["newest", "dr"] as const) {
        const browsed = query({ ...parts, sort, limit, offset: limit });
        const first = await searchListings(store.read, { ...browsed, offset: 0 });
        expect(await searchListings(store.read, browsed, walking)).toEqual(await searchListings(store.read, browsed));
        const asked = query({ ...parts, q: words, sort });
        const walkedOn = await searchListings(store.read, { ...browsed, after: first.next ?? undefined }, walking);
        if (first.next) expect(walkedOn.ids).toEqual((await searchListings(store.read, browsed)).ids);
        const { ids } = await searchListings(store.read, asked);
        const walked = new Set((await searchListings(store.read, asked, walking)).ids);
        expect([...walked]).toEqual(ids.filter((id) => walked.has(id)));
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("many names only start with the words: the order of a field is not walked in vain", async () => {
  for (const sort of ["newest", "dr"] as const) {
    const asked = query({ q: "s", sort });
    const all = await searchListings(store.read, asked);
    expect(all.ids.length).toBeGreaterThan(2);
    const some = await searchListings(store.read, asked, { depth: 100, sorted: 2, sortedOfWords: 2, counted: 1 });
    expect(some).toMatchObject({ total: 1, isCapped: true });
    expect(some.ids).toEqual(all.ids.filter((id) => some.ids.includes(id)));
    expect(some.ids).toHaveLength(2);
  }
});

test("results end at the depth limit, and the total counts beyond it", async () => {
  const limits = { depth: 7, sorted: 10_000, sortedOfWords: 10_000, counted: 1000 };
  const page = (offset: number) => searchListings(store.read, query({ limit: 5, offset }), limits);
  expect(await page(0)).toMatchObject({ hasMore: true });
  const last = await page(5);
  expect(last.ids).toHaveLength(2);
  expect(last).toMatchObject({ hasMore: false, total: facts.filter((row) => row.siteId === 1).length });
  const { ids } = await searchListings(
    store.read,
    query({ limit: 5, offset: 0, after: (await page(0)).next! }),
    limits,
  );
  expect(ids).toHaveLength(5);
});

test("facets count the results, with the exact time of updated_since", async () => {
  const { updatedAt } = facts
    .filter((row) => row.siteId === 1)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))[9]!;
  const updatedSince = new Date(Date.parse(updatedAt) + 1).toISOString();
  const hits = await searchListings(store.read, query({ updatedSince }));
  const { pricing } = (await searchFacets(store.read, { matched: hits.matched, counted: 1000 })).facets;
  const found = facts.filter((row) => hits.ids.includes(row.id) && row.pricing !== null);
  expect(found.length).toBeGreaterThan(0);
  expect(pricing.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
});
