import { categoriesOf, categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { launchesAmong } from "#db/queries/followers/followed-searches.ts";
import { searchListings } from "#db/queries/search/search.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";
import type { FollowedSearch } from "./records.ts";

const lists = ["category", "platform", "pricing", "tag"] as const;

/** A search as the query of an address, alike however it was put. */
export function queryOf(search: FollowedSearch): string {
  const query = new URLSearchParams();
  const q = search.q?.trim();
  if (q) query.set("q", q);
  for (const name of lists)
    for (const value of new Set([search[name] ?? []].flat().toSorted())) if (value !== "") query.append(name, value);
  if (search.verified !== undefined) query.set("verified", String(search.verified));
  if (query.size === 0)
    invalid("q", "required", "words or a filter must say what is followed", {
      fix: "Search for something first; all launches are at /launches.atom.",
    });
  return query.toString();
}

type Search = Pick<FollowedSearch, "q" | "verified"> & Partial<Record<(typeof lists)[number], string[]>>;

/** What `queryOf` was given. */
export function searchOf(text: string): Search {
  const query = new URLSearchParams(text);
  const verified = query.get("verified");
  const several = (name: (typeof lists)[number]) => (query.has(name) ? query.getAll(name) : undefined);
  return {
    q: query.get("q") ?? undefined,
    category: several("category"),
    tag: several("tag"),
    pricing: several("pricing"),
    platform: several("platform"),
    verified: verified === null ? undefined : verified === "true",
  };
}

// A search is followed for its few new matches; whoever has more of them in two weeks looks at the site.
const maxMatches = 500;

/** What a search finds that launched in a time, latest first; nothing where a category of it is gone. */
export async function newMatches(
  db: Db,
  { siteId, query }: { siteId: number; query: string },
  { since, until, now }: { since: string; until: string; now: Date },
) {
  const { q, category, tag, pricing, platform, verified } = searchOf(query);
  const ids = category && (await categoryIdsBySlugs(db, siteId, category));
  if (ids && ids.size < category.length) return [];
  const found = await searchListings(db, {
    siteId,
    q,
    categoryIds: ids && [...ids.values()],
    tags: tag,
    pricings: pricing,
    platforms: platform,
    verified,
    launchedSince: since,
    sort: "newest",
    limit: maxMatches,
    offset: 0,
    now,
  });
  return launchesAmong(db, found.ids, since, until);
}

/** A search in words, as in “photo backup”, Media, free. */
export async function searchLabel(db: Db, { siteId, query }: { siteId: number; query: string }): Promise<string> {
  const { q, category = [], tag = [], pricing = [], platform = [], verified } = searchOf(query);
  const names =
    category.length > 0 ? new Map((await categoriesOf(db, siteId)).map(({ slug, name }) => [slug, name])) : new Map();
  return [
    ...(q ? [`“${q}”`] : []),
    ...category.map((slug) => names.get(slug) ?? slug),
    ...platform,
    ...pricing,
    ...tag,
    ...(verified === undefined ? [] : [verified ? "verified" : "not verified"]),
  ].join(", ");
}
