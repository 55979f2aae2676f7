import getInsights from "#tools/insights/get-insights.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import {
  askedPeriod,
  clientTable,
  figures,
  hasEvents,
  inPeriod,
  insightCharts,
  insightsFile,
  periodForm,
} from "../frame/insights.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingHead, withListing } from "./own-listing.ts";

export const insightsPage = definePage({
  path: "/account/listings/:id/insights",
  name: "listing-insights",
  audience: "account",
  menu: { in: "own-listing", label: "Insights", place: 1.5 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
});

export const insightsFilePage = definePage({
  path: "/account/listings/:id/insights.csv",
  name: "listing-insights-file",
  audience: "account",
  get: (visit) =>
    withListing(visit, async (listing) => {
      const { output, errors } = await insightsOf(visit, listing);
      return output
        ? insightsFile(visit, output, `${listing.slug}-insights`)
        : answerFault(visit, { status: 422, title: "Invalid period", text: Object.values(errors).join(" ") });
    }),
});

const insightsOf = (visit: SignedInVisit, { id }: OwnerListing) =>
  inPeriod(visit.call(getInsights, { listing_id: id, ...askedPeriod(visit) }));

async function render(visit: SignedInVisit, listing: OwnerListing): Promise<Response> {
  const { output, errors } = await insightsOf(visit, listing);
  return answerPage(visit, {
    title: `Insights of ${listing.name}`,
    layout: "signed-in",
    errors,
    body: html`${listingHead(visit, listing, "Insights")}
<p class="lead">How people and assistants found, opened and visited <bdi>${listing.name}</bdi>. “Before” means the same number of days before the period.</p>
${periodForm(visit, output, errors)}
<p><a href="/account/following">Get these figures by email every week</a></p>
${
  output &&
  (hasEvents(output)
    ? html`${insightCharts(output)}
<section aria-labelledby="queries"><h2 id="queries">Searches</h2>
<p class="hint">Searches with your listing among the first ten results. A search appears here once at least five people or networks have used it in one week. The figures are those of whole weeks, from Monday to Sunday.</p>
${
  output.queries.length === 0
    ? html`<p class="empty">No search of this period can be shown yet.</p>`
    : figures(
        "Searches",
        ["Search", "Impressions", "Opened", "Mean position"],
        output.queries.map(({ query, impressions, opens, mean_position }) => [
          html`“<bdi>${query}</bdi>”`,
          impressions,
          opens,
          mean_position,
        ]),
      )
}</section>
${clientTable(output)}`
    : html`<p class="empty">Nothing was counted in this period. As soon as people or assistants find your listing in a search, open or compare it, visit your website from here, or load your badge, you will see charts by day, searches, channels and the names of assistants here.</p>`)
}`,
  });
}
