import type * as z from "zod";
import { teamScopesOf } from "#auth/scopes.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { picturesBySlug } from "#db/queries/listings/pictures.ts";
import { hiddenStatus } from "#db/queries/moderation/hidden-listings.ts";
import { openReportsOf } from "#db/queries/moderation/reports.ts";
import { type DecisionGround, decisionGrounds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { ownerWords } from "#tools/listings/team/find-listings.ts";
import showListing from "#tools/listings/team/show-listing.ts";
import rejectListing from "#tools/moderation/decisions/reject-listing.ts";
import restoreListing from "#tools/moderation/decisions/restore-listing.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import { reportWords } from "#tools/moderation/reports/rules.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { thumbnails } from "../frame/field-diff.ts";
import { choices, type FieldErrors, foldedPart, textArea, textField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { ifFound, submit } from "../frame/submit.ts";
import { timeOf, weekWords } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords, planWords } from "../own-listing/status.ts";
import { fact } from "./fact.ts";
import { mergeSection } from "./merge-form.ts";
import { undoable } from "./undo.ts";

const notices: Record<string, string> = {
  suspend: "Listing suspended. We have told any owners the reason and how to answer.",
  reject: "Listing rejected. We have told any owners the reason and how to answer.",
  merge: "Listings merged. The links of the merged listing now lead to this one.",
  restore: "Listing restored. We have notified any owners.",
  created: "Listing added. It is live.",
  edited: "Listing saved.",
};

export const teamListingPage = definePage({
  path: "/team/listings/:slug",
  name: "team_listing",
  audience: "team",
  scopes: ["team:review", "team:content"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    const slug = slugOf(visit);
    const { errors } = await submit(act(visit, slug, form), {
      reason: { label: "Facts" },
      ground: { says: "Choose a ground." },
      clause: { label: "Provision or clause" },
    });
    if (errors) return render(visit, typedIn(form), errors);
    return answerRedirect(visit, `/team/listings/${slug}?done=${form.text("do")}`);
  },
});

const acts: Record<string, (visit: SignedInVisit, slug: string, form: Form) => Promise<unknown>> = {
  suspend: (visit, slug, form) => visit.call(suspendListing, { slug, ...typedIn(form) }),
  reject: (visit, slug, form) => visit.call(rejectListing, { slug, ...typedIn(form) }),
  restore: (visit, slug) => visit.call(restoreListing, { slug }),
};

const typedIn = (form: Form) => ({
  ground: form.text("ground") as DecisionGround,
  clause: form.text("clause"),
  reason: form.text("reason"),
});
type Typed = ReturnType<typeof typedIn>;

export const slugOf = ({ url }: SignedInVisit) => url.pathname.split("/")[3]!;

export const missingListing = (visit: SignedInVisit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Listing not found",
    text: html`View <a href="/team/listings">this site's listings</a>.`,
  });

async function render(visit: SignedInVisit, typed?: Typed, errors: FieldErrors = {}): Promise<Response> {
  const slug = slugOf(visit);
  const listing = await ifFound(visit.call(showListing, { slug }));
  if (!listing) return missingListing(visit);
  const { name, url, status, status_message, plan, launch_week, votes, owners } = listing;
  const pictures = (await picturesBySlug(visit.runtime.store.read, visit.site.id, [slug])).get(slug);
  const { read } = visit.runtime.store;
  const { companyId } = (await listingToClaim(read, visit.site.id, slug))!;
  const { facts, listings } = await companyWithListings(read, companyId);
  const { headline, summary } = listings.find(({ id }) => id === listing.id)!.texts;
  const reports = await openReportsOf(read, listing.id);
  const scopes = teamScopesOf(visit.account, visit.site.id);
  const canEdit = scopes.includes("team:content");
  return answerPage(visit, {
    title: name,
    layout: "team",
    notice: noticeOf(visit, notices),
    errors,
    body: html`<p><a href="/team/listings">All listings</a></p>
<h1><bdi>${name}</bdi> <span class="tag">${listingWords[status]}</span></h1>
<div class="card"><dl class="facts">
${fact("URL", html`<a href="${url}" rel="noreferrer nofollow">${url}</a>`)}
${fact("Owners", owners.length > 0 ? owners.map((one) => `${ownerWords(one)}${one.role === "reader" ? " (read-only)" : ""}`).join(", ") : "No owner")}
${fact("Plan", planWords[plan])}
${launch_week && fact("Launch week", weekWords(launch_week))}
${fact("Votes", votes.toLocaleString("en"))}
${status_message && fact("Last reason", status_message)}
${pictures && fact("Pictures", thumbnails(pictures))}
</dl></div>
<p>${status === "live" && html`<a href="/listings/${slug}">Public page</a>. `}${canEdit && html`<a href="/team/edit-listing?slug=${slug}">Edit listing</a>. `}<a href="/team/edits?slug=${slug}">Edits to this listing</a>. <a href="/team/listings/${slug}/people">People with access</a></p>
${foldedPart("Texts", false, html`<p dir="auto">${headline}</p>${prose(summary)}${prose(facts.description ?? "")}`)}
${
  reports.length > 0 &&
  foldedPart(
    `Open reports: ${reports.length}`,
    false,
    html`<ul>${reports.map(({ kind, sentence, at }) => html`<li>${reportWords[kind]}, ${timeOf(at)}. <span dir="auto">${sentence}</span></li>`)}</ul>
<p><a href="/team/reports">Decide reports</a></p>`,
  )
}
${await undoable(visit, slug)}
${scopes.includes("team:review") && decisions(visit, listing, await restoredText(visit, listing), typed, errors)}
${status !== "archived" && canEdit && mergeSection(slug)}`,
  });
}

type Listing = z.input<typeof showListing.output>;

/** Says what a restoration would do, as `bringBack` does it. */
async function restoredText(visit: SignedInVisit, { id, status, plan, launch_week }: Listing): Promise<string> {
  const hidden = status === "suspended" ? await hiddenStatus(visit.runtime.store.read, id) : null;
  const former = hidden?.status ?? (status === "suspended" ? "live" : launch_week && "scheduled");
  if (former === "live") return "The listing will become public again immediately.";
  if (plan === "paid" && former === "scheduled")
    return hidden
      ? "The listing will launch in its week, or next week if that week has passed."
      : "The listing will launch in its week, or immediately if that week has begun.";
  return hidden
    ? "The listing will get the next free place. It becomes public when it launches."
    : "The listing will become a draft. Its owner must choose a plan again.";
}

function decisions(
  visit: SignedInVisit,
  { slug, status }: Listing,
  restoring: string,
  typed: Typed | undefined,
  errors: FieldErrors,
): HtmlValue {
  if (status === "archived")
    return html`<p class="aside">The owner archived this listing, so there is nothing to decide.</p>`;
  const action = `/team/listings/${slug}`;
  if (status === "suspended" || status === "rejected")
    return html`<section class="card" aria-labelledby="restore"><h2 id="restore">Restore</h2>
<p>${restoring}</p>
${pageForm(visit, action, html`<button class="primary" name="do" value="restore">Restore</button>`)}</section>`;
  const [act, label] = status === "live" ? ["suspend", "Suspend"] : ["reject", "Reject"];
  return html`<section class="card" aria-labelledby="decide"><h2 id="decide">${label}</h2>
<p>${status === "live" ? "The listing will be hidden until it is restored." : "The listing will not launch until the owner fixes it and chooses a plan again."}</p>
${pageForm(
  visit,
  action,
  html`${choices({
    name: "ground",
    type: "radio",
    label: "Ground",
    options: decisionGrounds.map((value) => ({ value, label: grounds[value].label, hint: grounds[value].rule })),
    chosen: [typed?.ground ?? ""],
    error: errors.ground,
  })}
${textField({
  name: "clause",
  label: "Provision or clause",
  hint: "For a legal ground, enter the act and provision (required). For other grounds, you can enter the clause in your terms.",
  value: typed?.clause,
  maxlength: 200,
  error: errors.clause,
})}
${textArea({
  name: "reason",
  label: "Facts",
  hint: "Describe the facts as precisely as possible. The owners will receive the facts and the ground by email and in their account. They can answer once.",
  rows: 4,
  maxlength: 2000,
  value: typed?.reason ?? "",
  error: errors.reason,
})}
<div class="actions"><button class="danger" name="do" value="${act}">${label}</button></div>`,
)}</section>`;
}
