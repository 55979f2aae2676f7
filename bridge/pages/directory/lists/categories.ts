import listCategories from "#tools/categories/list-categories.ts";
import { maxPerPage } from "#tools/core/lists/pagination.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import searchListings from "#tools/search/search-listings.ts";
import { type Ask, definePage, type ItemOf } from "../../frame/define-page.ts";
import { type FeedEntry, feedLength, feedPath } from "../../frame/feed.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { trail } from "./crumbs.ts";
import { empty } from "./list-parts.ts";
import { itemList } from "./structured-data.ts";

export type Category = ItemOf<typeof listCategories>;

export const categoriesPage = definePage({
  path: "/categories",
  name: "categories_page",
  audience: "everyone",
  menu: { in: "header", label: "Categories", place: 3 },
  indexed: true,
  maxAge: 60,
  async get(ask, { site, urls }) {
    const all = await allCategories(ask);
    const top = all.filter(({ parent }) => parent === null);
    return {
      title: "Categories",
      description: `Browse the products on ${site.name} by category.`,
      canonical: `${urls.base}/categories`,
      feed: feedPath("/categories"),
      structuredData: [
        trail({ site, urls }, { path: "/categories", name: "Categories" }),
        itemList(top.map(({ slug, name }) => ({ name, url: `${urls.base}/categories/${slug}` }))),
      ],
      body: html`<h1>Categories</h1>
<p class="lead">Browse the products on ${site.name} by category. <a href="${feedPath("/categories")}">Subscribe to feed</a></p>
${
  all.length === 0
    ? empty("There are no categories yet.", { path: "/launches/current", label: "See this week's launches" })
    : html`<ul class="categories" role="list">${top.map((category) => row(category, all))}</ul>`
}`,
    };
  },
  async feed(ask, { site, urls }) {
    const filled = (await allCategories(ask)).filter(({ listing_count }) => listing_count > 0);
    // One search for the newest listings is faster than one search per category.
    const { items } = await ask(searchListings, { sort: "newest", per_page: maxPerPage });
    const entries = filled.map((category) => newsOf(category, filled, items, urls));
    return {
      title: `Categories on ${site.name}`,
      path: "/categories",
      entries: entries
        .flat()
        .toSorted((a, b) => b.published.localeCompare(a.published))
        .slice(0, feedLength),
    };
  },
});

/**
 * Returns a list with one feed entry, for a category's newest listing. The list is empty if `latest` has no listing in
 * the category.
 */
function newsOf(
  { slug, name, description }: Category,
  all: Category[],
  latest: ListingCard[],
  { base }: SiteUrls,
): FeedEntry[] {
  const within = new Set([slug, ...all.filter(({ parent }) => parent === slug).map((child) => child.slug)]);
  const newest = latest.find(({ categories }) => categories.some((category) => within.has(category.slug)));
  if (!newest) return [];
  return [
    {
      id: `/categories#category-${slug}`,
      title: name,
      author: newest.name,
      url: `${base}/categories/${slug}`,
      published: newest.created_at,
      text: [description, `Newest: ${newest.name}. ${newest.headline}`].filter(Boolean).join("\n\n"),
    },
  ];
}

const row = ({ slug, name, description, listing_count }: Category, all: Category[]): Html => html`
<li><h2><a href="/categories/${slug}" dir="auto">${name}</a> <span class="count">${listing_count}</span></h2>
${description && html`<p dir="auto">${description}</p>`}
${categoryChips(all.filter(({ parent }) => parent === slug))}</li>`;

export const categoryChips = (categories: Category[]): HtmlValue =>
  categories.length > 0 &&
  html`<ul class="chips" role="list">${categories.map(
    ({ slug, name, listing_count }) =>
      html`<li><a class="chip" href="/categories/${slug}"><bdi>${name}</bdi> <span>${listing_count}</span></a></li>`,
  )}</ul>`;

// A safety limit: a site has only a few dozen categories.
const maxPages = 10;

export async function allCategories(ask: Ask): Promise<Category[]> {
  const found: Category[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { items, has_more } = await ask(listCategories, { page, per_page: maxPerPage });
    found.push(...items);
    if (!has_more) break;
  }
  return found;
}
