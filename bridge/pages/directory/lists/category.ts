import getCategory from "#tools/categories/get-category.ts";
import searchListings from "#tools/search/search-listings.ts";
import { definePage, type PublicRequest } from "../../frame/define-page.ts";
import { feedLength, feedPath, listingEntry } from "../../frame/feed.ts";
import { html } from "../../frame/html.ts";
import { listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { comparableRows } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { followSearchControl, searchFollowNotice } from "../search/follow-search.ts";
import { allCategories, categoryChips } from "./categories.ts";
import { crumbs, trail } from "./crumbs.ts";
import { categoriesSection, listMargin } from "./list-margin.ts";
import { choiceRow, empty, emptyPage, findForm } from "./list-parts.ts";
import { listingList } from "./structured-data.ts";

const maxQueryLength = 200;

export const categoryPage = definePage({
  path: "/categories/:slug",
  name: "category_page",
  audience: "everyone",
  indexed: "categories",
  recordName: "Category",
  isCounted: true,
  maxAge: 60,
  async get(ask, { params, query, site, urls, visit, currentPath }) {
    const category = await ask(getCategory, { slug: params.slug!, top: 1 });
    const path = `/categories/${category.slug}`;
    const { q, sort, page: pageNumber, cursor } = readParameters(query);
    const order = sort ?? (q ? "relevance" : "votes");
    const { items, has_more, per_page, page, next_cursor } = await ask(searchListings, {
      category: category.slug,
      ...(q && { q }),
      sort: order,
      page: pageNumber,
      cursor,
    });
    const vote = await rowVotes(visit, items, currentPath);
    const name = html`<bdi>${category.name}</bdi>`;
    const follow = await followSearchControl(visit, { category: category.slug }, { name, currentPath });
    const all = await allCategories(ask);
    const above = all.find(({ slug }) => slug === category.parent);
    const parents = [
      { path: "/categories", name: "Categories" },
      ...(above ? [{ path: `/categories/${above.slug}`, name: above.name }] : []),
    ];
    const linkTo = (page: number, cursor?: string) => listPath(path, { q, sort, page, cursor });
    const sorted = (by: "newest" | undefined) => listPath(path, { q, sort: by });
    return {
      title: category.name,
      description: category.description || `${category.name}: products on ${site.name}, ranked by votes.`,
      canonical: `${urls.base}${linkTo(page)}`,
      feed: feedPath(path),
      notice: searchFollowNotice(visit, category.name),
      structuredData: [
        trail({ site, urls }, ...parents, { path, name: category.name }),
        listingList(urls.base, items, (page - 1) * per_page + 1),
      ],
      margin: listMargin(
        { site, urls },
        categoriesSection(all.filter(({ parent, slug }) => parent === category.parent && slug !== category.slug)),
      ),
      body: html`${crumbs(...parents)}
<h1 dir="auto">${category.name}</h1>
<p class="lead">${category.description && html`<span dir="auto">${category.description}</span> `}<a href="${feedPath(path)}">Subscribe to feed</a></p>
<div class="actions">${follow}</div>
${categoryChips(all.filter(({ parent }) => parent === category.slug))}
<div class="list-head">
<h2 class="hidden">Products</h2>
${choiceRow("Sort", [
  { path: sorted(undefined), label: q ? "Best match" : "Most votes", isCurrent: order !== "newest" },
  { path: sorted("newest"), label: "Newest", isCurrent: order === "newest" },
])}
${findForm({ action: path, label: `Search in ${category.name}`, q, maxlength: maxQueryLength })}
</div>
${
  items.length > 0
    ? comparableRows(items, (listing) => ({ end: vote(listing) }))
    : emptyPage(
        page,
        linkTo(1),
        q
          ? empty("No products in this category match your search.", { path, label: "Show the whole category" })
          : empty("There are no products in this category yet.", { path: "/submit", label: "Submit a product" }),
      )
}
${pageLinks({ page, hasMore: has_more, nextCursor: next_cursor, linkTo })}`,
    };
  },
  async feed(ask, { params, site, urls }) {
    const { slug, name } = await ask(getCategory, { slug: params.slug!, top: 1 });
    const { items } = await ask(searchListings, { category: slug, sort: "newest", per_page: feedLength });
    return {
      title: `${name} on ${site.name}`,
      path: `/categories/${slug}`,
      entries: items.map((listing) => listingEntry(listing, urls)),
    };
  },
});

const readParameters = (query: PublicRequest["query"]) => ({
  q: (query.get("q") ?? "").trim().slice(0, maxQueryLength),
  sort: query.get("sort") === "newest" ? ("newest" as const) : undefined,
  page: requestedPage(query),
  cursor: query.get("cursor") || undefined,
});
