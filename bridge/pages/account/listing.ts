import { ownListing } from "../../../db/queries/owner-listings.ts";
import { Problem } from "../../../tools/core/errors.ts";
import chooseFreeListing from "../../../tools/owner/choose-free-listing.ts";
import getMyListing from "../../../tools/owner/get-my-listing.ts";
import type { OwnerListing } from "../../../tools/owner/records.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { stillDone } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf } from "../frame/visit.ts";
import { listingWords } from "./listings.ts";

/** `/account/listings/{id}`: where a listing stands, what keeps it from going live, and its edits. */
export const listingPage = signedInPage("/account/listings/:id", "listing", {
  async get(visit) {
    const id = listingIdOf(visit);
    const listing = await ownListingOf(visit, id);
    return listing ? render(visit, listing) : missingListing(visit, id);
  },

  async post(visit) {
    const id = listingIdOf(visit);
    const isDone = await stillDone(visit.call(chooseFreeListing, { listing_id: id }));
    return answerRedirect(visit, `/account/listings/${id}${isDone ? "?done=free" : ""}`);
  },
});

const notices: Record<string, string> = {
  free: "The free plan is chosen.",
  submitted: "Your draft is a listing now, and not public yet. Choose how it launches.",
};

/** The id in the path of a page about one listing. */
export const listingIdOf = ({ url }: SignedInVisit): number => Number(url.pathname.split("/")[3]);

/** A listing of the person, or null where there is none. */
export const ownListingOf = (visit: SignedInVisit, id: number): Promise<OwnerListing | null> =>
  visit.call(getMyListing, { listing_id: id }).catch((error: unknown) => {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed")) return null;
    throw error;
  });

/** What stands where the person has no such listing: a sandbox key of theirs may have made it. */
export async function missingListing(visit: SignedInVisit, id: number): Promise<Response> {
  const owner = { accountId: visit.account.id, isTest: true };
  const sandbox = Number.isSafeInteger(id) ? await ownListing(visit.runtime.store.read, owner, id) : null;
  if (!sandbox)
    return answerFault(visit, {
      status: 404,
      title: "There is no such listing",
      text: html`See <a href="/account/listings">your listings</a>.`,
    });
  return answerPage(visit, {
    title: sandbox.name,
    layout: "signed-in",
    body: html`<h1>${sandbox.name} <span class="tag">Sandbox</span></h1>
<p class="aside">A sandbox key made this listing: nothing of it becomes public, and no mail is sent. It is ${listingWords[sandbox.status].toLowerCase()}.</p>`,
  });
}

function render(visit: SignedInVisit, listing: OwnerListing): Response {
  const { id, name, url, status, status_message, plan, launch_week, queue, story, versions } = listing;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    body: html`<p><a href="/account/listings">All listings</a></p>
<h1>${name} <span class="tag">${listingWords[status]}</span></h1>
<p class="lead">${listing.headline}</p>
<p>${url}${status === "live" && html` · <a href="/listings/${listing.slug}">What the public sees</a>`}</p>
${status_message && html`<p class="aside">${status_message}</p>`}
${launch_week && html`<p>Launch week ${launch_week}${queue && `, place ${queue.position} in the queue`}.</p>`}
${blockers(listing)}
${
  status === "draft" &&
  plan === "none" &&
  pageForm(
    visit,
    `/account/listings/${id}`,
    html`<div class="actions"><button class="primary">Choose the free plan</button></div>`,
  )
}
<section class="card" aria-labelledby="story"><h2 id="story">Founder story</h2>
<p>${story.status === "published" ? "It is published." : "It is not published yet."} <a href="/account/listings/${id}/story">Write it</a></p></section>
<section class="card" aria-labelledby="versions"><h2 id="versions">Edits</h2>
${
  versions.length === 0
    ? html`<p class="empty">Nothing has been edited yet.</p>`
    : html`<ul class="plain-list">${versions.map(
        ({ version, at, by, fields }) => html`<li>Version ${version}, ${timeOf(at)}, ${by}: ${fields.join(", ")}</li>`,
      )}</ul>`
}
</section>
<p>Tell your assistant what to change in listing ${id}.</p>`,
  });
}

const blockers = ({ blockers }: OwnerListing): HtmlValue =>
  blockers.length > 0 &&
  html`<section class="card" aria-labelledby="blockers"><h2 id="blockers">In the way of its launch</h2>
<ul class="plain-list">${blockers.map(
    // What assistants are told to do is no sentence for people.
    ({ reason, next_action: { who, why, url } }) =>
      html`<li>${reason}${who === "human" && html` ${url ? html`<a href="${url}">${why}</a>` : why}`}</li>`,
  )}</ul></section>`;
