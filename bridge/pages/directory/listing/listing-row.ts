import type { ListingCard } from "#tools/listings/shared/records.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { prices } from "./prices.ts";

type RowListing = Pick<
  ListingCard,
  "slug" | "name" | "headline" | "logo_url" | "categories" | "pricing" | "plan_label" | "verified" | "votes"
>;

interface Row {
  rank?: number;
  /** The number of ranks gained since the previous period; negative if ranks were lost. */
  change?: number;
  /** Content shown on the right instead of the number of votes. */
  end?: HtmlValue;
  /** The reason why the listing is in the list. */
  note?: HtmlValue;
  /** Shows a checkbox of the form that {@link comparableRows} adds. */
  canCompare?: boolean;
}

export const listingRows = (rows: Html[], { isRanked = false } = {}): Html =>
  isRanked ? html`<ol class="launches" role="list">${rows}</ol>` : html`<ul class="launches" role="list">${rows}</ul>`;

/** A list whose products can be ticked and compared. The form is after the list, because forms cannot be nested. */
export function comparableRows<Listing extends RowListing>(
  listings: readonly Listing[],
  rowOf: (listing: Listing) => Row = () => ({}),
): Html {
  const canCompare = listings.length > 1;
  return html`${listingRows(listings.map((listing) => listingRow(listing, { ...rowOf(listing), canCompare })))}
${canCompare && html`<form class="actions" id="compare" action="/compare"><button>Compare ticked products</button> <span class="hint">Tick two to five.</span></form>`}`;
}

/** A listing in a list. The whole row except its right end links to the listing. */
export const listingRow = (
  listing: RowListing,
  { rank, change, end = votes(listing), note, canCompare = false }: Row = {},
): Html =>
  html`
<li class="launch${rank !== undefined && " ranked"}">${rank !== undefined && rankMark(rank, change)}${logo(listing, 56)}<div class="launch-text">
<h3><a class="whole" href="/listings/${listing.slug}"><bdi>${listing.name}</bdi></a>${paidTag(listing)}</h3>
<p><bdi>${listing.headline}</bdi></p>
<p class="meta">${meta(listing)}${note && html`<span>${note}</span>`}${canCompare && compareBox(listing)}</p>
</div>${end && html`<div class="launch-end">${end}</div>`}</li>`;

export const smallRow = (
  listing: Pick<RowListing, "slug" | "name" | "logo_url" | "plan_label">,
  note?: HtmlValue,
): Html =>
  html`
<li class="launch small">${logo(listing, 40)}<div class="launch-text">
<h3><a class="whole" href="/listings/${listing.slug}"><bdi>${listing.name}</bdi></a></h3>
${note && html`<p>${note}</p>`}
</div></li>`;

export const paidTag = ({ plan_label }: Pick<RowListing, "plan_label">): HtmlValue =>
  plan_label === "sponsored" && html` <span class="tag paid">Paid launch</span>`;

const rankMark = (rank: number, change?: number): Html =>
  html`<p class="rank${rank <= 3 && " high"}"><span class="hidden">Rank </span>${rank}${
    change !== undefined &&
    change !== 0 &&
    html`<span class="change${change > 0 && " up"}"><span aria-hidden="true">${change > 0 ? "▲" : "▼"}</span><span class="hidden">${change > 0 ? "up" : "down"} </span>${Math.abs(change)}</span>`
  }</p>`;

const compareBox = ({ slug, name }: RowListing): Html =>
  html`<label class="tick"><input type="checkbox" name="slugs" value="${slug}" form="compare"> Compare<span class="hidden"> ${name}</span></label>`;

const meta = ({ categories: [category], pricing, verified }: RowListing): HtmlValue => [
  category && html`<span><bdi>${category.name}</bdi></span>`,
  pricing !== null && html`<span>${prices[pricing]}</span>`,
  verified.status === "verified" && html`<span class="done">✓ Verified</span>`,
];

const votes = ({ votes }: Pick<RowListing, "votes">): Html =>
  html`<p class="vote"><span class="triangle" aria-hidden="true"></span><strong>${votes.toLocaleString("en")}</strong><span class="hidden"> ${votes === 1 ? "vote" : "votes"}</span></p>`;
