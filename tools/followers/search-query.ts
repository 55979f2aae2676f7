import type * as z from "zod";
import { categoriesOf, categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { launchesAmong } from "#db/queries/followers/followed-searches.ts";
import { searchListings } from "#db/queries/search/search.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";
import { euro } from "../core/text/currency.ts";
import { factLabels, factSearch } from "../search/shared/fact-filters.ts";
import { listFilters, singleFilters, valueIn } from "../search/shared/search-path.ts";
import type { FollowedSearch, followedSearch } from "./records.ts";

const lists = listFilters.toSorted();

/** The search as a query string, which is the same for equal searches. A price has its currency, which sites may change. */
export function queryOf(search: FollowedSearch, site: { currency: string }): string {
  const query = new URLSearchParams();
  const q = search.q?.trim();
  if (q) query.set("q", q);
  for (const name of lists)
    for (const value of new Set([search[name] ?? []].flat().toSorted())) if (value !== "") query.append(name, value);
  const { currency = site.currency, ...others } = search;
  const single = { ...others, ...(search.price_max !== undefined && { currency }) };
  for (const name of singleFilters) if (single[name] !== undefined) query.set(name, String(single[name]));
  if (query.size === 0)
    invalid("q", "required", "is missing, and there is no filter either", {
      fix: "Send search words or a filter. The feed of all launches is at /launches.atom.",
    });
  return query.toString();
}

type Search = Omit<z.output<typeof followedSearch>, (typeof lists)[number]> &
  Partial<Record<(typeof lists)[number], string[]>>;

export function searchOf(text: string): Search {
  const query = new URLSearchParams(text);
  return {
    q: query.get("q") ?? undefined,
    ...Object.fromEntries(lists.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)])),
    ...Object.fromEntries(
      singleFilters.filter((name) => query.has(name)).map((name) => [name, valueIn(name, query.get(name)!)]),
    ),
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
  const { q, category, tag, pricing, platform, verified, ...others } = searchOf(query);
  const ids = category && (await categoryIdsBySlugs(db, siteId, category));
  if (ids && ids.size < category.length) return [];
  const { facts } = await factSearch(db, { currency: euro }, others);
  const found = await searchListings(db, {
    siteId,
    facts,
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
  const { q, category = [], tag = [], pricing = [], platform = [], verified, ...others } = searchOf(query);
  const categories = category.length > 0 ? await categoriesOf(db, siteId) : [];
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  return [
    ...(q ? [`“${q}”`] : []),
    ...category.map((slug) => names.get(slug) ?? slug),
    ...platform,
    ...pricing,
    ...tag,
    ...factLabels(others),
    ...(verified === undefined ? [] : [verified ? "verified" : "not verified"]),
  ].join(", ");
}
