import { pageButtons } from "#tools/core/text/page-buttons.ts";
import archiveListing from "#tools/listings/owner/archive-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingHead, listingIdOf, withListing } from "./own-listing.ts";
import { siteNames } from "./site-names.ts";
import { listingPath } from "./status.ts";

export const archivePage = definePage({
  path: "/account/listings/:id/archive",
  name: "archive-listing",
  audience: "account",
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  async post(visit) {
    const id = listingIdOf(visit);
    const refusal = await refusalOf(visit.call(archiveListing, { listing_id: id }));
    if (!refusal) return answerRedirect(visit, `${listingPath(id)}?done=archived`);
    return withListing(visit, (listing) => render(visit, listing, refusal));
  },
});

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  refusal?: { status: number; detail: string },
): Promise<Response> {
  const { id, name } = listing;
  const siteName = await siteNames(visit);
  const isOver = listing.status === "archived" || listing.status === "suspended";
  return answerPage(visit, {
    title: `Archive ${name}`,
    layout: "signed-in",
    refusal,
    body: html`${listingHead(visit, listing, "Archive")}
${
  isOver
    ? html`<p>${listing.status === "archived" ? `${name} is already archived.` : "You cannot archive a suspended listing. The team decides whether it becomes public again."}</p>`
    : html`<ul class="plain-list">${consequences(listing, siteName).map((sentence) => html`<li>${sentence}</li>`)}</ul>
${pageForm(visit, listingPath(id, "/archive"), html`<div class="actions"><button class="danger">${pageButtons.archive(name)}</button><a class="button" href="${listingPath(id)}">Keep listing</a></div>`)}`
}`,
  });
}

function consequences(
  { name, status, plan, queue, sites, site }: OwnerListing,
  siteName: (key: string) => string,
): string[] {
  const launch =
    queue !== null
      ? "The listing will lose its place in the free queue. If you restore the listing, it will become a draft, and you will have to choose a plan again."
      : status === "live"
        ? `The listing keeps its launch week and votes. If you restore the listing, it will become public again${plan === "free" ? " as soon as we find the badge, if the listing needs one" : ""}.`
        : plan === "paid"
          ? "You keep your paid launch, but we will not refund it. The launch will apply again if you restore the listing."
          : "If you restore the listing, it will return to its current state.";
  const others = sites.map(({ site }) => siteName(site)).join(", ");
  return [
    status === "live"
      ? `The public page of ${name} on ${siteName(site)} will disappear immediately. The listing will also disappear from search and leaderboards.`
      : `${name} will not become public on ${siteName(site)}.`,
    launch,
    "The listing keeps its followers, but they will get no emails about it while it is archived.",
    "The listing keeps its text, updates, milestones and story.",
    "You can restore the listing here within a year. After that, you cannot restore it.",
    ...(others === "" ? [] : [`The company's listings on ${others} will not change.`]),
  ];
}
