import type * as z from "zod";
import { countLimit } from "#db/queries/common/limits.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import searchListings from "#tools/search/search-listings.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/mount.ts";
import { pageLinks } from "../frame/page-links.ts";
import { searchForm } from "../frame/search-form.ts";
import { allCategories } from "./categories.ts";
import { comparePath } from "./compare-path.ts";
import { feedLength, feedPath, listingEntry } from "./feed.ts";
import { followSearchControl, searchFollowNotice } from "./follow-search.ts";
import { listingRow, listingRows } from "./listing-row.ts";
import { publicPage } from "./public-page.ts";
import { facetChips } from "./search-facets.ts";
import { filtersOf, readQuery, type SearchQuery, searchInput, searchPath } from "./search-query.ts";
import { rowVotes } from "./vote.ts";

/** `/search`: what matches words and filters, a page at a time. */
export const mountSearch = publicPage({
  path: "/search",
  name: "search_page",
  maxAge: 30,
  async page(ask, { query: parameters, site, urls, visit }) {
    const query = readQuery(parameters);
    const found = await ask(searchListings, searchInput(query));
    const categories = await allCategories(ask);
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const path = searchPath(query, query.page, query.cursor);
    const vote = await rowVotes(visit, found.items, path);
    return {
      title: query.q ? `${query.q}: search` : "Search",
      description: `Search the products on ${site.name} by words, category, price and platform.`,
      canonical: `${urls.base}${searchPath(query, found.page)}`,
      feed: feedPath(searchPath(query)),
      layout: "wide",
      notice: searchFollowNotice(visit, "this search"),
      hasSearch: true,
      body: html`<h1>Search</h1>
${searchForm(site, {
  id: "search",
  value: query.q,
  isMain: true,
  more: filtersOf(query).map(([name, value]) => hiddenField(name, value)),
})}
<div id="results">
${facetChips(query, found.facets ?? { category: [], pricing: [], platform: [], tag: [] }, names)}
<p class="understood" role="status">${understood(query, found)}${isNarrowed(query) && html` <a href="${searchPath({ ...readQuery(new URLSearchParams()), q: query.q })}">Without filters</a>`}</p>
${found.items.length > 0 ? results(found, vote) : nothing(query)}
${pageLinks({ page: found.page, hasMore: found.has_more, nextCursor: found.next_cursor, linkTo: (page, cursor) => searchPath(query, page, cursor) })}
${isFollowable(query) && (await follow(visit, query))}
</div>`,
    };
  },
  async feed(ask, { query: parameters, site, urls }) {
    const query = readQuery(parameters);
    const { items } = await ask(searchListings, {
      ...searchInput({ ...query, sort: "newest", page: 1, cursor: undefined }),
      facets: false,
      per_page: feedLength,
    });
    return {
      title: `${query.q || "All products"} on ${site.name}`,
      path: searchPath({ ...query, sort: "relevance" }),
      entries: items.map((listing) => listingEntry(listing, urls)),
    };
  },
});

const isFollowable = (query: SearchQuery) => query.q !== "" || isNarrowed(query);

/** The launches that a search finds from now on: by mail, or as a feed. */
const follow = async (visit: SignedInVisit | null, query: SearchQuery): Promise<Html> => {
  const { q, category, tag, pricing, platform, verified } = searchInput(query);
  const search = { q, category, tag, pricing, platform, verified };
  return html`<div class="actions">${await followSearchControl(visit, search, { what: "this search", address: searchPath(query) })}
<a href="${feedPath(searchPath(query))}" rel="nofollow">As a feed</a></div>`;
};

const isNarrowed = (query: SearchQuery) => filtersOf(query).some(([name]) => name !== "sort");

const understood = (
  { q }: SearchQuery,
  { total, total_is_capped: isCapped, understood_as: meaning }: z.input<typeof searchListings.output>,
): HtmlValue => [
  `${isCapped ? `More than ${countLimit.toLocaleString("en")}` : total.toLocaleString("en")} ${total === 1 ? "product" : "products"}`,
  q && html` for <q>${q}</q>`,
  meaning && html`, read as <q>${meaning}</q>`,
];

const results = (
  { page, items }: Pick<z.input<typeof searchListings.output>, "page" | "items">,
  vote: (listing: ListingCard) => Html,
): Html => html`<h2 class="hidden">Results</h2>
${listingRows(items.map((item) => listingRow(item, { end: vote(item) })))}
${
  page === 1 &&
  items.length > 1 &&
  html`<p class="list-end"><a href="${comparePath(items.slice(0, 3).map(({ slug }) => slug))}">Compare the first ${Math.min(3, items.length)}</a></p>`
}`;

const nothing = (query: SearchQuery): Html => {
  if (query.page > 1)
    return html`<p class="empty">There is nothing on this page. <a href="${searchPath(query)}">To the first page</a></p>`;
  return html`<p class="empty">Nothing matches. Try fewer or other words${isNarrowed(query) && " or take filters away"}, or <a href="/categories">look through the categories</a>.</p>`;
};
