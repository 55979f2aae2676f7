import type { ClaimedListing } from "#db/queries/claims/claimed-listings.ts";
import { claimsOnListing } from "#db/queries/claims/claims.ts";
import { lookup } from "#db/values/lookup.ts";
import claimListing from "#tools/claims/claim-listing.ts";
import { listingNamed } from "#tools/claims/own-claim.ts";
import { methodsLeft, targetSentence, verificationTarget } from "#tools/claims/rules.ts";
import { type ClaimRecord, readClaim } from "#tools/claims/shared/records.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { returnQuery, signInPath, type Visit } from "../frame/visit.ts";
import { checkNow, claimState, claimSteps, methodWords, refreshSeconds, tag } from "./claim-parts.ts";

export const claimPage = definePage({
  path: "/listings/:slug/claim",
  name: "claim",
  audience: "everyone",
  async get(visit) {
    const given = visit.url.searchParams.get("url")?.trim() ?? "";
    const listing = await listingOf(visit, given);
    if (listing) return render(visit, listing, {}, null);
    const { pathname, search } = visit.url;
    return given === "" || visit.account ? missing(visit, given) : answerRedirect(visit, signInPath(pathname + search));
  },

  async post(visit, form) {
    const given = form.text("url");
    const listing = await listingOf(visit, given);
    if (!listing) return missing(visit, given);
    const path = pathOf(listing);
    if (!visit.account) return answerRedirect(visit, signInPath(path));
    if (form.text("do") === "check") return checkNow(visit, form.text("claim"), path);
    const method = form.text("method");
    const email = form.text("email");
    const input = {
      slug: listing.slug,
      method,
      ...(method === "email" && { email }),
      ...(listing.given && { url: listing.given }),
    };
    const { errors } = await submit(visit.call(claimListing, input), {
      method: { says: "Choose one of these methods." },
      email: { label: "The email address" },
      slug: { label: "The listing", in: "method" },
      url: { label: "The URL", in: "method" },
    });
    return errors ? render(visit, listing, errors, form) : answerRedirect(visit, path);
  },
});

const pathOf = ({ slug }: ClaimedListing) => `/listings/${slug}/claim`;

interface NamedListing extends ClaimedListing {
  /**
   * The product URL that the person entered. It is set only for an unpublished listing that the person may see because
   * they know this URL.
   */
  given?: string;
}

async function listingOf({ runtime, site, url, account }: Visit, given: string): Promise<NamedListing | null> {
  const slug = url.pathname.split("/")[2] ?? "";
  const named = (url?: string) => listingNamed(runtime.store.read, site.id, { slug, url }, account?.id ?? null);
  const known = await named();
  if (known || !account || given === "") return known;
  const hidden = await named(given);
  return hidden && { ...hidden, given };
}

/** Shows the same page for unknown slugs and for other people's unpublished listings. */
function missing(visit: Visit, given: string): Response {
  const errors: FieldErrors =
    given === "" ? {} : { url: "No listing has this name and URL. Check the name and the URL." };
  return answerPage(visit, {
    status: 404,
    title: "Listing not found",
    layout: "narrow",
    errors,
    body: html`<h1>Listing not found</h1>
<p>Search for the listing <a href="/search">by name</a>. If the listing is not public, enter your product's URL.</p>
<form class="card" method="get" action="${visit.url.pathname}" novalidate>
${textField({
  name: "url",
  label: "Your product's URL",
  type: "url",
  value: given,
  hint: "The URL that was submitted, such as example.com.",
  error: errors.url,
  autocomplete: "url",
})}
<div class="actions stacked"><button class="primary">Find listing</button></div>
</form>`,
  });
}

async function render(visit: Visit, listing: NamedListing, errors: FieldErrors, form: Form | null): Promise<Response> {
  const claims = await claimsOf(visit, listing);
  const open = claims.find(({ status }) => status === "pending");
  const latest = open ?? claims[0];
  const isChecking = claims.some(({ poll_after_ms }) => poll_after_ms !== null);
  return answerPage(visit, {
    title: `Claim ${listing.name}`,
    layout: "narrow",
    errors,
    refreshSeconds: isChecking ? refreshSeconds : undefined,
    body: html`<h1>Claim <bdi>${listing.name}</bdi></h1>
<p class="lead">Is <bdi>${listing.name}</bdi> (${listing.url}) your company? Prove your ownership to edit the listing. The listing will then be shown as verified.</p>
${latest && claimCard(visit, latest, listing)}
${visit.account ? latest?.status !== "verified" && chooser(visit, listing, { hasOpen: open !== undefined, errors, form }) : signInCard(listing)}
<ul class="links" role="list"><li><a href="/account/claims">View all claims</a></li></ul>`,
  });
}

async function claimsOf(visit: Visit, { id }: ClaimedListing): Promise<ClaimRecord[]> {
  const { account, runtime, site, now } = visit;
  if (!account) return [];
  const { read } = runtime.store;
  const owner = { accountId: account.id, siteId: site.id, isTest: false };
  const rows = await claimsOnListing(read, owner, id);
  return Promise.all(rows.slice(0, 10).map((claim) => readClaim(read, claim, { urls: siteUrls(runtime, site), now })));
}

const claimCard = (
  visit: Visit,
  claim: ClaimRecord,
  listing: ClaimedListing,
): HtmlValue => html`<section class="card" aria-labelledby="claim">
<h2 id="claim">${methodWords[claim.method].label} ${tag(claim.status)}</h2>
${claim.status === "pending" && claimSteps(claim, listing.name)}
${claimState(visit, claim, pathOf(listing))}
</section>`;

const signInCard = (
  listing: ClaimedListing,
): HtmlValue => html`<div class="card"><p>Sign in or create an account to claim this listing. You will then return to this page.</p>
<div class="actions stacked"><a class="button primary" href="${signInPath(pathOf(listing))}">Sign in</a>
<a class="button" href="/sign-up${returnQuery(pathOf(listing))}">Sign up</a></div></div>`;

function chooser(
  visit: Visit,
  listing: NamedListing,
  { hasOpen, errors, form }: { hasOpen: boolean; errors: FieldErrors; form: Form | null },
): HtmlValue {
  const place = verificationTarget(listing.url);
  if (place.methods.length === 0)
    return html`<p class="aside">${targetSentence(place)} Ask the ${visit.site.name} team to give the listing its own URL.</p>`;
  const chosen = form?.text("method") ?? "";
  const fields = html`${choices({
    name: "method",
    type: "radio",
    label: "How do you want to verify ownership?",
    hint: place.kind === "domain" ? undefined : `${targetSentence(place)} Available methods: ${methodsLeft(place)}.`,
    options: place.methods.map((method) => ({
      value: method,
      ...methodWords[method],
      ...(place.forge && forgeWords(method)),
    })),
    chosen: lookup(methodWords, chosen) ? [chosen] : [],
    error: errors.method,
  })}
${
  place.methods.includes("email") &&
  textField({
    name: "email",
    label: "Email address (for the last method)",
    type: "email",
    value: form?.text("email") ?? "",
    hint: `An email address at ${place.domain}.`,
    autocomplete: "email",
    error: errors.email,
  })
}
${listing.given !== undefined && hiddenField("url", listing.given)}
<div class="actions stacked"><button class="primary">Show instructions</button></div>`;
  const body = pageForm(visit, pathOf(listing), fields);
  const isOpened = Object.keys(errors).length > 0;
  return hasOpen
    ? html`<details class="card"${isOpened && html` open`}><summary>Use another method</summary>${body}</details>`
    : html`<div class="card">${body}</div>`;
}

const forgeWords = (method: string) =>
  method === "meta"
    ? {
        label: "Website link",
        hint: "We will give you a link. Enter it in the website field of the project or of its owner's profile.",
      }
    : { label: "File in the repository", hint: "Add a small text file to the default branch." };
