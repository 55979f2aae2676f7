import type * as z from "zod";
import { fold } from "#db/queries/search/search-text.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { labelOf } from "#tools/search/search.ts";
import searchListings, { leftOutLines } from "#tools/search/search-listings.ts";
import { comparePath } from "#tools/search/shared/compare-path.ts";
import { filterTitle } from "#tools/search/shared/search-path.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedLength, feedPath, listingEntry } from "../../frame/feed.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { pageLinks } from "../../frame/page-links.ts";
import { searchForm } from "../../frame/search-form.ts";
import type { SignedInVisit } from "../../frame/visit.ts";
import { comparableRows } from "../listing/listing-row.ts";
import { rowVotes } from "../listing/vote.ts";
import { allCategories } from "../lists/categories.ts";
import { categoriesSection, listMargin } from "../lists/list-margin.ts";
import { emptyPage } from "../lists/list-parts.ts";
import { followSearchControl, searchFollowNotice } from "./follow-search.ts";
import { facetChips } from "./search-facets.ts";
import {
  type Filter,
  filtersOf,
  readQuery,
  type SearchQuery,
  searchInput,
  searchPath,
  withoutFilter,
} from "./search-query.ts";

export const searchPage = definePage({
  path: "/search",
  name: "search_page",
  isCounted: true,
  audience: "everyone",
  maxAge: 30,
  async get(ask, { query: parameters, site, urls, visit }) {
    const query = readQuery(parameters);
    const found = await ask(searchListings, searchInput(query));
    const categories = await allCategories(ask);
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const path = searchPath(query, query.page, query.cursor);
    const vote = await rowVotes(visit, found.items, path);
    return {
      title: query.q ? `Search: ${query.q}` : "Search",
      description: `Search the products on ${site.name} by keyword, category, pricing and platform.`,
      canonical: `${urls.base}${searchPath(query, found.page)}`,
      feed: feedPath(searchPath(query)),
      notice: searchFollowNotice(visit, "this search"),
      hasSearch: true,
      margin: listMargin({ site, urls }, categoriesSection(categories.filter(({ parent }) => parent === null))),
      body: html`<h1>Search</h1>
${searchForm(site, {
  id: "search",
  value: query.q,
  isMain: true,
  more: filtersOf(query).map(([name, value]) => hiddenField(name, value)),
})}
<div id="results">
${facetChips(query, found, { categoryNames: names, currency: site.currency })}
<div class="understood" role="status">${readAs(query, found)}</div>
${found.items.length > 0 ? results(found, vote) : noResults(query)}
${pageLinks({ page: found.page, hasMore: found.has_more, nextCursor: found.next_cursor, linkTo: (page, cursor) => searchPath(query, page, cursor) })}
${(query.q !== "" || hasFilters(query)) && (await follow(visit, query))}
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

const follow = async (visit: SignedInVisit | null, query: SearchQuery): Promise<Html> => {
  const { sort: _, page: _page, per_page: _perPage, cursor: _cursor, facets: _facets, ...search } = searchInput(query);
  return html`<div class="actions">${await followSearchControl(visit, search, { name: "this search", currentPath: searchPath(query) })}
<a href="${feedPath(searchPath(query))}" rel="nofollow">Subscribe to feed</a></div>`;
};

const hasFilters = (query: SearchQuery) => filtersOf(query).some(([name]) => name !== "sort");

type Found = z.input<typeof searchListings.output>;

/** How the words were read, what was left out, and how to search otherwise. */
function readAs(query: SearchQuery, found: Found): HtmlValue {
  const { corrected = [], relaxed = [], left_out: leftOut = [], no_close_match: isNotClose, without = [] } = found;
  const withWords = (q: string) => searchPath({ ...query, q, page: 1, cursor: undefined });
  const isCorrected = (word: string) => corrected.some(({ from }) => from === fold(word));
  const asWritten = query.q.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => (isCorrected(word) ? `"${word}"` : word));
  return html`<p>${summary(query, found)}${hasFilters(query) && html` <a href="${searchPath({ ...readQuery(new URLSearchParams()), q: query.q })}">Clear filters</a>`}</p>
${corrected.length > 0 && html`<p>Search instead for <a href="${withWords(asWritten)}" rel="nofollow">${query.q}</a></p>`}
${leftOutLines([...relaxed.map((each) => ({ text: labelOf(each), why: each.why })), ...leftOut]).map((line) => html`<p>${line}</p>`)}
${isNotClose && found.items.length > 0 && html`<p><strong>No close match.</strong> These products have only some of your words. You can also <a href="/categories">browse the categories</a>, or follow this search below to hear of new products.</p>`}
${without.length > 0 && html`<p>${without.map(({ field, total }) => html`<a href="${searchPath(withoutFilter(query, field as Filter))}" rel="nofollow">${total} without the filter ${filterTitle(field)}</a> `)}</p>`}
${found.price_note !== undefined && html`<p>${found.price_note}</p>`}`;
}

const summary = (
  { q }: SearchQuery,
  { total, total_is_capped: isCapped, understood_as: meaning }: Found,
): HtmlValue => [
  `${isCapped ? `More than ${total.toLocaleString("en")}` : total.toLocaleString("en")} ${total === 1 ? "product" : "products"}`,
  q && html` for <q>${q}</q>`,
  meaning && meaning !== q.toLowerCase() && html` (interpreted as <q>${meaning}</q>)`,
];

const results = (
  { page, items, interpreted = [], replacing = [] }: Found,
  vote: (listing: ListingCard) => Html,
): Html => html`<h2 class="hidden">Results</h2>
${comparableRows(items, (item) => ({ end: vote(item), note: replacing.includes(item.name) && saysSo(interpreted) }))}
${
  page === 1 &&
  items.length > 1 &&
  html`<p class="list-end"><a href="${comparePath(items.slice(0, 3).map(({ slug }) => slug))}">Compare the top ${Math.min(3, items.length)}</a></p>`
}`;

const saysSo = (interpreted: NonNullable<Found["interpreted"]>): Html =>
  html`Says that it replaces <bdi>${interpreted.find(({ field }) => field === "alternative_to")?.value}</bdi>`;

const noResults = (query: SearchQuery): Html =>
  emptyPage(
    query.page,
    searchPath(query),
    html`<p class="empty">No results. Try different words${hasFilters(query) && ", clear the filters,"} or <a href="/categories">browse all categories</a>.</p>`,
  );
