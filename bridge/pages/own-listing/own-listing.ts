import { ownListing } from "#db/queries/listings/owner-listings.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import getMyListing from "#tools/listings/owner/get-my-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { readOnlyCode } from "#tools/listings/view/owner-view.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "./status.ts";

/** The id in the path of a page about one listing. */
export const listingIdOf = ({ url }: SignedInVisit): number => Number(url.pathname.split("/")[3]);

/** A listing of the person, or null where there is none. */
export const ownListingOf = (visit: SignedInVisit, id: number): Promise<OwnerListing | null> =>
  visit.call(getMyListing, { listing_id: id }).catch((error: unknown) => {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed")) return null;
    throw error;
  });

/** What a page makes of the listing in its path, or the page that stands where the person has no such listing. */
export async function withListing(
  visit: SignedInVisit,
  make: (listing: OwnerListing) => Response | Promise<Response>,
): Promise<Response> {
  const id = listingIdOf(visit);
  const listing = await ownListingOf(visit, id);
  return listing ? make(listing) : missingListing(visit, id);
}

/** A sandbox key of theirs may have made it. */
async function missingListing(visit: SignedInVisit, id: number): Promise<Response> {
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

/** What the owner should know besides, where the page says by itself that it may only be read. */
export const warningNotes = ({ warnings }: Pick<OwnerListing, "warnings">): Html[] =>
  warnings.filter(({ code }) => code !== readOnlyCode).map(({ message }) => html`<p class="aside">${message}</p>`);

/** The top of every page about one listing: what it is, and where its other pages are. */
export const listingHead = (
  { url, assets }: SignedInVisit,
  { id, name, status, warnings }: Pick<OwnerListing, "id" | "name" | "status" | "warnings">,
  title: string,
): Html => html`<p><a href="/account/listings">All listings</a>${title !== "" && html` / <a href="/account/listings/${id}"><bdi>${name}</bdi></a>`}</p>
<h1>${title === "" ? html`<bdi>${name}</bdi>` : html`<span class="hidden"><bdi>${name}</bdi>: </span>${title}`} <span class="tag">${listingWords[status]}</span></h1>
<nav class="tabs" aria-label="Pages of ${name}"><ul role="list">${assets.menus["own-listing"].map((link) => {
  const path = link.path.replace(":id", String(id));
  return html`<li><a href="${path}"${url.pathname === path && html` aria-current="page"`}>${link.label}</a></li>`;
})}</ul></nav>
${
  // The overview says it by itself, with the way on.
  title !== "" &&
  warnings.some(({ code }) => code === readOnlyCode) &&
  html`<p class="aside">You may only read ${name}, so nothing here can be changed. <a href="/account/listings/${id}">See why, and how to claim it again</a>.</p>`
}`;
