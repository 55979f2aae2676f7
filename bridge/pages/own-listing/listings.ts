import reviewListings, { type ListingSummary } from "#tools/listings/team/review-listings.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf } from "../team/page-links.ts";
import { siteNames } from "./site-names.ts";
import { listingPath, listingWords, statusSummary } from "./status.ts";

const perPage = 20;

export const listingsPage = definePage({
  path: "/account/listings",
  name: "listings",
  audience: "account",
  menu: { in: "account", label: "Listings", place: 4 },
  async get(visit) {
    const found = await visit.call(reviewListings, { page: pageOf(visit), per_page: perPage });
    const hasSites = new Set(found.items.map(({ site }) => site)).size > 1;
    const siteName = hasSites ? await siteNames(visit) : null;
    return answerPage(visit, {
      title: "Listings",
      layout: "signed-in",
      notice: noticeOf(visit, { left: "You have left the listing." }),
      body: html`<h1>Listings</h1>
${
  found.total === 0
    ? html`<p class="empty">You have no listings yet. <a href="/submit">Submit your product</a>, or continue with <a href="/account/drafts">your drafts</a>.</p>`
    : html`<ul class="rows standings" role="list">${found.items.map((listing) => listingRow(visit, listing, siteName?.(listing.site)))}</ul>`
}
${pageLinks(visit, found.page, found.has_more)}`,
    });
  },
});

function listingRow(visit: SignedInVisit, listing: ListingSummary, siteName: string | undefined): Html {
  const { id, name, headline, status, votes, is_launched } = listing;
  const { sentence, step } = statusSummary(visit, listing);
  const tally = is_launched && (votes === 1 ? "1 vote" : `${votes} votes`);
  const facts = [tally, siteName !== undefined && `on ${siteName}`].filter((fact) => fact !== false);
  return html`<li>
<div><h2><a href="${listingPath(id)}"><bdi>${name}</bdi></a> <span class="tag${status === "suspended" && " bad"}">${listingWords[status]}</span></h2>
<p class="hint"><bdi>${headline}</bdi>${facts.length > 0 && html` · ${facts.join(" ")}`}</p>
<p>${sentence}</p>
${blockerReasons(listing)}</div>
${step && html`<div class="step">${step}</div>`}
</li>
`;
}

const blockerReasons = ({ status, blockers, read_only }: ListingSummary): HtmlValue =>
  read_only === null &&
  status === "awaiting_badge" &&
  blockers.length > 0 &&
  html`<ul class="plain-list hint">${blockers.map(({ reason }) => html`<li>${reason}</li>`)}</ul>`;
