import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Html, html } from "../../frame/html.ts";
import { verificationMethods } from "../listing/listing-facts.ts";
import { smallRow } from "../listing/listing-row.ts";
import type { Category } from "./categories.ts";
import { categoriesSection } from "./list-margin.ts";

export const homeMargin = (shown: {
  billboard: { listing: ListingCard }[];
  claimed: ListingCard[];
  categories: Category[];
}): Html => html`<div class="margin">
${shown.billboard.length > 0 && billboardSection(shown.billboard.map(({ listing }) => listing))}
${shown.claimed.length > 0 && claimedSection(shown.claimed)}
${categoriesSection(shown.categories.filter(({ parent, listing_count }) => parent === null && listing_count > 0))}
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
