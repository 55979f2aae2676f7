import type * as z from "zod";
import type { ListingStatus } from "../../../db/schema/vocabulary.ts";
import listMyListings from "../../../tools/owner/list-my-listings.ts";
import type { ownerLine } from "../../../tools/owner/records.ts";
import { answerPage } from "../frame/answers.ts";
import { type Html, html } from "../frame/html.ts";
import { signedInPage } from "../frame/mount.ts";

const mostShown = 100;

/** `/account/listings`: what the account owns, on every site, with where each stands. */
export const listingsPage = signedInPage("/account/listings", "listings", {
  async get(visit) {
    const { items, total } = await visit.call(listMyListings, { per_page: mostShown });
    return answerPage(visit, {
      title: "Listings",
      layout: "signed-in",
      body: html`<h1>Listings</h1>
<section class="card" aria-label="Listings">
${
  items.length === 0
    ? html`<p class="empty">There are no listings yet. <a href="/submit">Submit the address of your product</a>; see <a href="/account/drafts">your drafts</a> for one that you began.</p>`
    : html`<ul class="rows" role="list">${items.map(listingRow)}</ul>`
}
</section>
${total > items.length && html`<p class="hint">These are the latest ${items.length} of ${total}.</p>`}`,
    });
  },
});

/** A listing's status for people. */
export const listingWords: Record<ListingStatus, string> = {
  draft: "Not public yet",
  awaiting_badge: "Waits for its badge",
  scheduled: "Scheduled",
  live: "Live",
  rejected: "Rejected",
  suspended: "Suspended",
  archived: "Archived",
};

const listingRow = ({ id, name, url, status, launch_week, votes, site }: z.output<typeof ownerLine>): Html => html`<li>
<div><strong><a href="/account/listings/${id}">${name}</a></strong> <span class="tag">${listingWords[status]}</span>
<p class="hint">${url}</p>
<p class="hint">${launch_week ? `Launch ${launch_week}. ` : ""}${votes === 1 ? "1 vote" : `${votes} votes`} on ${site}.</p></div>
</li>
`;
