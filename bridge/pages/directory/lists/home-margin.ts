import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Html, html } from "../../frame/html.ts";
import { verificationMethods } from "../listing/listing-facts.ts";
import { smallRow } from "../listing/listing-row.ts";
import { type Category, categoryChips } from "./categories.ts";

const claimedShown = 5;
const categoriesShown = 12;

export const homeMargin = (shown: {
  billboard: { listing: ListingCard }[];
  claimed: ListingCard[];
  categories: Category[];
  /** URL of the MCP server. */
  mcp: string;
}): Html => html`<div class="margin">
${shown.billboard.length > 0 && billboardSection(shown.billboard.map(({ listing }) => listing))}
${shown.claimed.length > 0 && claimedSection(shown.claimed.slice(0, claimedShown))}
${shown.categories.length > 0 && categoriesSection(largest(shown.categories))}
${assistantSection(shown.mcp)}
</div>`;

const billboardSection = (listings: ListingCard[]): Html => html`<section aria-labelledby="billboard">
<h2 id="billboard">Billboard <span class="tag paid">Paid</span></h2>
<ul class="launches" role="list">${listings.map((listing) => smallRow(listing, html`<bdi>${listing.headline}</bdi>`))}</ul>
</section>`;

const claimedSection = (listings: ListingCard[]): Html => html`<section aria-labelledby="claimed">
<h2 id="claimed">Recently claimed</h2>
<ul class="launches" role="list">${listings.map((listing) =>
  smallRow(
    listing,
    listing.verified.method &&
      html`<span class="done">✓ Verified ${verificationMethods[listing.verified.method]}</span>`,
  ),
)}</ul>
</section>`;

const categoriesSection = (categories: Category[]): Html => html`<section aria-labelledby="categories">
<h2 id="categories">Categories</h2>
${categoryChips(categories)}
<p><a href="/categories">See all categories</a></p>
</section>`;

const largest = (categories: Category[]): Category[] =>
  categories
    .filter(({ parent, listing_count }) => parent === null && listing_count > 0)
    .sort((a, b) => b.listing_count - a.listing_count)
    .slice(0, categoriesShown);

const assistantSection = (mcp: string): Html => html`<section class="tinted" aria-labelledby="assistant">
<h2 id="assistant">Ask your assistant</h2>
<p>Add this URL to your assistant as a connector (remote MCP server):</p>
<p><code class="address">${mcp}</code></p>
<p>Then ask “Which photo backup tools launched recently?” You can search without an account. <a href="/mcp">Connect your assistant</a> · <a href="/docs">Browse the docs</a></p>
</section>`;
