import { teamListing } from "#db/queries/sites/team-lists.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import mergeListings from "#tools/listings/team/merge-listings.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { fact } from "./fact.ts";
import { missingListing, slugOf } from "./listing.ts";
import { listingLine, mergeForm, mergePath } from "./merge-form.ts";

/** `/team/listings/{slug}/merge`: shows both listings and asks for the reason before the merge. */
export const teamMergePage = definePage({
  path: "/team/listings/:slug/merge",
  name: "team_merge",
  audience: "team",
  scopes: ["team:content"],
  get: (visit) => render(visit, visit.url.searchParams.get("into") ?? "", {}),

  async post(visit, form) {
    const [merged, slug, reason] = [slugOf(visit), form.text("into"), form.text("reason")];
    const { errors, refusal } = await attempt(visit.call(mergeListings, { slug, merged, reason }), {
      reason: { label: "Reason" },
      merged: { says: "A listing cannot be merged into itself." },
    });
    if (errors || refusal) return render(visit, slug, { reason, errors, refusal });
    return answerRedirect(visit, `/team/listings/${slug}?done=merge`);
  },
});

interface Failure {
  reason?: string;
  errors?: FieldErrors;
  refusal?: Problem;
}

async function render(visit: SignedInVisit, into: string, { reason = "", errors = {}, refusal }: Failure) {
  const slug = slugOf(visit);
  const [from, to] = [await listingBySlug(visit, slug), await listingBySlug(visit, into)];
  if (!from) return missingListing(visit);
  const missing = to || !into ? undefined : "There is no listing with this slug on this site.";
  return answerPage(visit, {
    title: `Merge ${from.name}`,
    layout: "team",
    errors: missing === undefined ? errors : { into: missing },
    refusal,
    body: html`<p><a href="/team/listings/${slug}"><bdi>${from.name}</bdi></a></p>
<h1>Merge <bdi>${from.name}</bdi></h1>
${to ? confirmation(visit, from, to, reason, errors) : html`<div class="card">${mergeForm(slug, undefined, missing)}</div>`}`,
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof listingBySlug>>>;

const listingBySlug = ({ runtime, site }: SignedInVisit, slug: string) =>
  teamListing(runtime.store.read, site.id, slug);

const confirmation = (visit: SignedInVisit, from: Found, to: Found, reason: string, errors: FieldErrors): Html =>
  html`<p class="lead">The listing <bdi>${from.name}</bdi> will be archived, and its links will lead to <bdi>${to.name}</bdi>. Its followers and its votes of the open week move. Each account counts once. Closed weeks, orders and invoices do not change. Its owners will be able to read it, but not edit it. You cannot undo a merge.</p>
<section class="card"><dl class="facts">${fact("Merged", listingLine(from))}${fact("Remains", listingLine(to))}</dl>
${pageForm(
  visit,
  mergePath(from.slug),
  html`${hiddenField("into", to.slug)}
${textArea({ name: "reason", label: "Reason", hint: "The owners of the merged listing will receive this reason by email.", rows: 3, maxlength: 2000, value: reason, error: errors.reason })}
<div class="actions"><button class="danger">Merge</button></div>`,
)}</section>`;
