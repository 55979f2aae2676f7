import { categoriesOf, categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { launchesAmong } from "#db/queries/followers/followed-searches.ts";
import { searchListings } from "#db/queries/search/search.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";
import type { FollowedSearch } from "./records.ts";

const lists = ["category", "platform", "pricing", "tag"] as const;

/** The search as a query string, which is the same for equal searches. */
export function queryOf(search: FollowedSearch): string {
  const query = new URLSearchParams();
  const q = search.q?.trim();
  if (q) query.set("q", q);
  for (const name of lists)
    for (const value of new Set([search[name] ?? []].flat().toSorted())) if (value !== "") query.append(name, value);
  if (search.verified !== undefined) query.set("verified", String(search.verified));
  if (query.size === 0)
    invalid("q", "required", "is missing, and there is no filter either", {
      fix: "Send search words or a filter. The feed of all launches is at /launches.atom.",
    });
  return query.toString();
}

type Search = Pick<FollowedSearch, "q" | "verified"> & Partial<Record<(typeof lists)[number], string[]>>;

export function searchOf(text: string): Search {
  const query = new URLSearchParams(text);
  const verified = query.get("verified");
  return {
    q: query.get("q") ?? undefined,
    ...Object.fromEntries(lists.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)])),
    verified: verified === null ? undefined : verified === "true",
  };
}

// Followed searches have few new matches. If one has more than this in two weeks, the rest are shown only on the site.
const maxMatches = 500;

/** New matches, latest first. There are none if one of the categories was deleted. */
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

/** A label for the search, such as “photo backup”, Media, free. */
export async function searchLabel(db: Db, { siteId, query }: { siteId: number; query: string }): Promise<string> {
  const { q, category = [], tag = [], pricing = [], platform = [], verified } = searchOf(query);
  const categories = category.length > 0 ? await categoriesOf(db, siteId) : [];
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  return [
    ...(q ? [`“${q}”`] : []),
    ...category.map((slug) => names.get(slug) ?? slug),
    ...platform,
    ...pricing,
    ...tag,
    ...(verified === undefined ? [] : [verified ? "verified" : "not verified"]),
  ].join(", ");
}
