import { editNames } from "#db/schema/listing-fields.ts";
import { fileDeleted } from "#tools/listings/edits/pictures.ts";
import { type EditOfListing, editsOf } from "#tools/listings/edits/versions.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { fieldDiff } from "../frame/field-diff.ts";
import { hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { isReadOnly, listingHead, withListing } from "./own-listing.ts";
import { listingPath } from "./status.ts";

const perPage = 20;
const changedMeanwhile =
  "The listing was changed after you opened this page, so nothing was restored. Check the latest edits and choose again.";

const notices = {
  back: "Earlier version restored. This created a new version.",
  part: "Earlier version restored, except for images whose files we had already deleted.",
};

export const versionsPage = definePage({
  path: "/account/listings/:id/versions",
  name: "listing-versions",
  audience: "account",
  menu: { in: "own-listing", label: "Versions", place: 6 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  post: (visit, form) => withListing(visit, (listing) => revert(visit, listing, form)),
});

async function revert(visit: SignedInVisit, { id }: OwnerListing, form: Form): Promise<Response> {
  const call = visit.call(updateMyListing, {
    listing_id: id,
    revert_to: Number(form.text("revert_to")),
    if_version: Number(form.text("if_version")),
  });
  let done = "back";
  const refusal = await refusalOf(
    call.then(({ changed }) => {
      if (changed[0]!.skipped.some(({ why }) => why === fileDeleted)) done = "part";
    }),
  );
  if (!refusal) return answerRedirect(visit, `${listingPath(id, "/versions")}?done=${done}`);
  const detail = refusal.code === "version_conflict" ? changedMeanwhile : refusal.detail;
  return withListing(visit, (present) => render(visit, present, { status: refusal.status, detail }));
}

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  refusal?: { status: number; detail: string },
): Promise<Response> {
  const requested = Number(visit.url.searchParams.get("before") ?? 0);
  const before = Number.isSafeInteger(requested) && requested > 0 ? requested : undefined;
  const edits = await editsOf(visit.runtime.store.read, listing.id, perPage + 1, before);
  const shown = edits.slice(0, perPage);
  return answerPage(visit, {
    title: `Versions of ${listing.name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    refusal,
    body: html`${listingHead(visit, listing, "Versions")}
<p>Every edit of this listing, the newest first. You can restore the version before any of them. This also undoes all later edits.</p>
${shown.length === 0 && html`<p class="empty">There are no ${before ? "earlier edits" : "edits yet"}.</p>`}
<ol class="versions" role="list">${shown.map((edit) => versionItem(visit, listing, edit))}</ol>
${edits.length > perPage && html`<p><a href="${visit.url.pathname}?before=${shown.at(-1)!.version}">Earlier versions</a></p>`}`,
  });
}

function versionItem(visit: SignedInVisit, listing: OwnerListing, edit: EditOfListing): Html {
  const { id, version: present } = listing;
  const { version, at, by } = edit;
  const names = editNames.filter((name) => name in edit.before || name in edit.after);
  const label = "Restore the version before this edit";
  return html`<li><article aria-labelledby="version-${version}">
<h2 id="version-${version}">Version ${version}</h2>
<p class="hint">${timeOf(at)}, ${by}</p>
${names.map((name) => fieldDiff(name, edit.before[name], edit.after[name]))}
${
  !isReadOnly(listing) &&
  pageForm(
    visit,
    listingPath(id, "/versions"),
    html`${hiddenField("if_version", String(present))}${hiddenField("revert_to", String(version - 1))}<button aria-label="${label}: version ${version}">${label}</button>`,
  )
}
</article></li>
`;
}
