import { ownListing } from "#db/queries/listings/owner-listings.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import getMyListing from "#tools/listings/owner/get-my-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { readOnlyCode } from "#tools/listings/view/owner-view.ts";
import { type SiteRules, siteRules } from "#tools/site/shared/rules.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { type FieldErrors, sheet } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { ifFound } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingPath, listingWords } from "./status.ts";

export const listingIdOf = ({ url }: SignedInVisit): number => Number(url.pathname.split("/")[3]);

export async function withListing(
  visit: SignedInVisit,
  respond: (listing: OwnerListing) => Response | Promise<Response>,
): Promise<Response> {
  const id = listingIdOf(visit);
  const listing = await ifFound(visit.call(getMyListing, { listing_id: id }));
  if (!listing) return missingListing(visit, id);
  return isReadOnly(listing) && !isReadable(visit.url.pathname) ? readOnlyPage(visit, listing) : respond(listing);
}

/** The rules of the listing's site, which may differ from the site that serves the page. */
export async function rulesOf({ runtime }: SignedInVisit, { site }: Pick<OwnerListing, "site">): Promise<SiteRules> {
  return siteRules((await allSites(runtime.store.read)).find(({ key }) => key === site)!.settings);
}

export const isReadOnly = ({ warnings }: Pick<OwnerListing, "warnings">) =>
  warnings.some(({ code }) => code === readOnlyCode);

/** Whether a listing's page has something to read for people with read-only access. The others only change something. */
const isReadable = (path: string) => /\/listings\/[^/]+(\/people|\/pictures|\/preview|\/versions)?$/.test(path);

const readOnlyPage = (visit: SignedInVisit, listing: OwnerListing): Response =>
  answerPage(visit, {
    status: visit.request.method === "POST" ? 409 : 200,
    title: listing.name,
    layout: "signed-in",
    body: listingHead(visit, listing, "Read-only access"),
  });

// One of the user's sandbox keys may have created the listing.
async function missingListing(visit: SignedInVisit, id: number): Promise<Response> {
  const owner = { accountId: visit.account.id, isTest: true };
  const sandbox = Number.isSafeInteger(id) ? await ownListing(visit.runtime.store.read, owner, id) : null;
  if (!sandbox)
    return answerFault(visit, {
      status: 404,
      title: "Listing not found",
      text: html`See <a href="/account/listings">your listings</a>.`,
    });
  return answerPage(visit, {
    title: sandbox.name,
    layout: "signed-in",
    body: html`<h1>${sandbox.name} <span class="tag">Sandbox</span></h1>
<p class="aside">This listing was created with a sandbox key. It will never become public, and we will send no emails about it. Status: ${listingWords[sandbox.status]}.</p>`,
  });
}

export interface SentForm {
  errors?: FieldErrors;
  refusal?: Problem;
  form?: Form;
}

/** Returns the warnings, except the one about read-only access, which the pages show themselves. */
export const warningNotes = ({ warnings }: Pick<OwnerListing, "warnings">): Html[] =>
  warnings.filter(({ code }) => code !== readOnlyCode).map(({ message }) => html`<p class="aside">${message}</p>`);

/** The top of a listing's account pages. `title` is empty on the overview. */
export const listingHead = (
  { url, assets }: SignedInVisit,
  { id, name, status, page_url, warnings }: Pick<OwnerListing, "id" | "name" | "status" | "page_url" | "warnings">,
  title: string,
): Html => {
  const hasReadOnly = isReadOnly({ warnings });
  const links = assets.menus["own-listing"]
    .filter(({ path }) => !hasReadOnly || isReadable(path))
    .map(({ label, path }) => ({ label, path: path.replace(":id", String(id)) }));
  const current = links.find(({ path }) => path === url.pathname);
  const list = html`<nav aria-label="Pages for ${name}"><ul role="list">${links.map(
    (link) => html`<li><a href="${link.path}"${link === current && html` aria-current="page"`}>${link.label}</a></li>`,
  )}</ul></nav>`;
  return html`<p><a href="/account/listings">All listings</a>${title !== "" && html` / <a href="/account/listings/${id}"><bdi>${name}</bdi></a>`} · ${
    status === "live"
      ? html`<a href="${page_url}">View the public page</a>`
      : html`<a href="${listingPath(id, "/preview")}">Preview page</a>`
  }</p>
<h1>${title === "" ? html`<bdi>${name}</bdi>` : html`<span class="hidden"><bdi>${name}</bdi>: </span>${title}`} <span class="tag">${listingWords[status]}</span></h1>
<div class="tabs">${sheet({ id: "listing-pages", label: html`<span class="hidden">Pages for ${name}: </span>${current?.label ?? title}` }, list)}</div>
${
  // The overview has a note of its own, which includes the next step.
  title !== "" &&
  hasReadOnly &&
  html`<p class="aside">You have read-only access to ${name}, so you cannot change anything here. <a href="/account/listings/${id}">See why, and how to claim the listing again</a>.</p>`
}`;
};
