import getInsights from "#tools/insights/get-insights.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { answerInsights, figures } from "./insights-view.ts";
import { listingHead, withListing } from "./own-listing.ts";

export const insightsPage = definePage({
  path: "/account/listings/:id/insights",
  name: "listing-insights",
  audience: "account",
  menu: { in: "own-listing", label: "Insights", place: 1.5 },
  get: (visit) =>
    withListing(visit, (listing) =>
      answerInsights(visit, (period) => visit.call(getInsights, { listing_id: listing.id, ...period }), {
        title: `Insights of ${listing.name}`,
        layout: "signed-in",
        file: `${listing.slug}-insights`,
        head: listingHead(visit, listing, "Insights"),
        links: html` · <a href="/account/following">Weekly email</a>`,
        subject: html`<bdi>${listing.name}</bdi>`,
        searches: ({ queries }) =>
          figures(
            "Searches with your listing among the first ten results",
            ["Search", "Impressions", "Opened", "Mean position"],
            queries.map((row) => [html`“<bdi>${row.query}</bdi>”`, row.impressions, row.opens, row.mean_position]),
          ),
      }),
    ),
});
