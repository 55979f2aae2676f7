import { screenshotOfListing } from "#db/queries/listings/screenshots.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { previewContent } from "../directory/listing/listing.ts";
import { answerPage, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { mediaPath } from "../frame/icon.ts";
import { withListing } from "./own-listing.ts";
import { listingPath } from "./status.ts";

/** The listing's page as readers will see it. Only people with access can open it before the listing is live. */
export const previewPage = definePage({
  path: "/account/listings/:id/preview",
  name: "listing-preview",
  audience: "account",
  get: (visit) =>
    withListing(visit, async (listing) => {
      if (listing.status === "live") return answerRedirect(visit, listing.page_url);
      const picture = await screenshotOfListing(visit.runtime.store.read, listing.id);
      return answerPage(visit, {
        title: `Preview of ${listing.name}`,
        body: html`<p class="aside">Preview: only people with access see this page. <a href="${listingPath(listing.id)}">Back to the listing</a></p>
${previewContent(publicParts(listing), picture && mediaPath(picture))}`,
      });
    }),
});

/** Leaves out what the public page does not show at the moment. */
function publicParts(listing: OwnerListing) {
  const { milestones, updates, unlocked_sections: shown } = listing;
  return {
    ...listing,
    milestones: shown.includes("milestones") ? milestones : [],
    updates: shown.includes("updates") ? updates : [],
    story: null,
  };
}
