import archiveListing from "#tools/listings/owner/archive-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingHead, listingIdOf, withListing } from "./own-listing.ts";
import { listingPath } from "./status.ts";

/** `/account/listings/{id}/archive`: what taking a listing down means, and the button that does it. */
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

function render(visit: SignedInVisit, listing: OwnerListing, refusal?: { status: number; detail: string }): Response {
  const { id, name } = listing;
  const isOver = listing.status === "archived" || listing.status === "suspended";
  return answerPage(visit, {
    title: `Take ${name} down`,
    layout: "signed-in",
    refusal,
    body: html`${listingHead(visit, listing, "Take it down")}
${
  isOver
    ? html`<p>${listing.status === "archived" ? `${name} is taken down already.` : "The listing is suspended: the team decides about it."}</p>`
    : html`<ul class="plain-list">${consequences(listing).map((sentence) => html`<li>${sentence}</li>`)}</ul>
${pageForm(visit, listingPath(id, "/archive"), html`<div class="actions"><button class="danger">Take ${name} down</button><a class="button" href="${listingPath(id)}">Keep it</a></div>`)}`
}`,
  });
}

/** What happens to everything that hangs on a listing. */
function consequences({ name, status, plan, queue, sites, site }: OwnerListing): string[] {
  const place =
    queue !== null
      ? "Its place in the free queue goes to others. Brought back, it is a draft, and you choose a plan again."
      : status === "live"
        ? `It keeps its launch week and its votes, and comes back with them${plan === "free" ? ", as soon as the badge is seen if it needs one" : ""}.`
        : plan === "paid"
          ? "What you paid for stays yours: it is not refunded, and counts again when you bring the listing back."
          : "Brought back, it is as it is now.";
  return [
    status === "live"
      ? `The public page of ${name} on ${site} is gone at once, and so is its place in search and on boards.`
      : `${name} does not become public on ${site}.`,
    place,
    "Followers stay on its list, and hear nothing while it is down.",
    "Texts, updates, milestones and the story are kept.",
    "You can bring it back here within a year. After that you cannot.",
    ...(sites.length > 0
      ? [`The listings of the same company on ${sites.map(({ site }) => site).join(", ")} stay as they are.`]
      : []),
  ];
}
