import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Html, html } from "../frame/html.ts";
import { smallRow } from "./listing-row.ts";

interface Category {
  slug: string;
  name: string;
  listing_count: number;
  parent: string | null;
}

const provedShown = 5;
const categoriesShown = 12;

const methods: Record<ClaimMethod, string> = { dns: "by DNS", meta: "by a tag", file: "by a file", email: "by mail" };

/** Beside the week: who paid for a place, who proved that a product is theirs, where to look, and whom to ask. */
export const homeMargin = (shown: {
  billboard: { listing: ListingCard }[];
  proved: ListingCard[];
  categories: Category[];
  /** Address for assistants. */
  mcp: string;
}): Html => html`<div class="margin">
${shown.billboard.length > 0 && billboardSection(shown.billboard.map(({ listing }) => listing))}
${shown.proved.length > 0 && provedSection(shown.proved.slice(0, provedShown))}
${shown.categories.length > 0 && categoriesSection(largest(shown.categories))}
${assistantSection(shown.mcp)}
</div>`;

const billboardSection = (listings: ListingCard[]): Html => html`<section aria-labelledby="billboard">
<h2 id="billboard">Billboard <span class="tag paid">Paid</span></h2>
<ul class="launches" role="list">${listings.map((listing) => smallRow(listing, html`<bdi>${listing.headline}</bdi>`))}</ul>
</section>`;

const provedSection = (listings: ListingCard[]): Html => html`<section aria-labelledby="proved">
<h2 id="proved">Recently claimed</h2>
<ul class="launches" role="list">${listings.map((listing) =>
  smallRow(listing, listing.verified.method && html`<span class="done">✓ ${methods[listing.verified.method]}</span>`),
)}</ul>
</section>`;

const categoriesSection = (categories: Category[]): Html => html`<section aria-labelledby="categories">
<h2 id="categories">Categories</h2>
<ul class="chips" role="list">${categories.map(categoryChip)}</ul>
<p><a href="/categories">All categories</a></p>
</section>`;

/** A category with the number of its listings. */
export const categoryChip = ({ slug, name, listing_count }: Category): Html =>
  html`<li><a class="chip" href="/categories/${slug}"><bdi>${name}</bdi> <span>${listing_count}</span></a></li>`;

const largest = (categories: Category[]): Category[] =>
  categories
    .filter(({ parent, listing_count }) => parent === null && listing_count > 0)
    .sort((a, b) => b.listing_count - a.listing_count)
    .slice(0, categoriesShown);

const assistantSection = (mcp: string): Html => html`<section class="tinted" aria-labelledby="assistant">
<h2 id="assistant">Ask your assistant</h2>
<p>Add this address as a connector, which some apps call a remote MCP server:</p>
<p><code class="address">${mcp}</code></p>
<p>Then ask “Which photo backups launched lately?” Reading needs no account. <a href="/mcp">How to add it</a> · <a href="/docs">All it can do</a></p>
</section>`;
