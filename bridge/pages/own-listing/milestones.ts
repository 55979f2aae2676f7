import addMilestone from "#tools/listings/owner/add-milestone.ts";
import deleteMilestone from "#tools/listings/owner/delete-milestone.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { outsideLink, prose } from "../frame/prose.ts";
import { attempt, onceKey, onceToken, redirectAfter } from "../frame/submit.ts";
import { dayOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, type SentForm, withListing } from "./own-listing.ts";
import { shownNote } from "./shown-note.ts";
import { listingPath } from "./status.ts";

const fields = {
  title: { label: "Title" },
  date: { label: "Date" },
  description: { label: "Description" },
  url: { label: "URL" },
};

const notices: Record<string, string> = { added: "Milestone added.", deleted: "Milestone deleted." };

export const milestonesPage = definePage({
  path: "/account/listings/:id/milestones",
  name: "listing-milestones",
  audience: "account",
  menu: { in: "own-listing", label: "Milestones", place: 4 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing, {})),
  post: (visit, form) =>
    withListing(visit, (listing) =>
      form.text("do") === "delete" ? remove(visit, listing, form) : add(visit, listing, form),
    ),
});

async function add(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const input = {
    listing_id: listing.id,
    date: form.text("date"),
    title: form.text("title"),
    description: form.text("description") || undefined,
    url: form.text("url") || undefined,
  };
  const { errors, refusal } = await attempt(visit.call(addMilestone, input, onceKey(form)), fields);
  if (refusal || errors) return render(visit, listing, { refusal, errors, form });
  return answerRedirect(visit, `${listingPath(listing.id, "/milestones")}?done=added`);
}

function remove(visit: SignedInVisit, { id }: OwnerListing, form: Form): Promise<Response> {
  const call = visit.call(deleteMilestone, { listing_id: id, milestone_id: Number(form.text("id")) });
  return redirectAfter(visit, call, listingPath(id, "/milestones"), "deleted");
}

function render(visit: SignedInVisit, listing: OwnerListing, { errors = {}, refusal, form }: SentForm): Response {
  const { id, name, milestones } = listing;
  const typed = (field: string) => form?.text(field) ?? "";
  return answerPage(visit, {
    title: `Milestones for ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    refusal,
    errors,
    body: html`${listingHead(visit, listing, "Milestones")}
<p>${shownNote(listing, "milestones")}</p>
<section class="card" aria-labelledby="add"><h2 id="add">Add a milestone</h2>
${pageForm(
  visit,
  listingPath(id, "/milestones"),
  html`${onceToken()}
${textField({ name: "title", label: fields.title.label, value: typed("title"), maxlength: 240, hint: "Up to 120 characters.", error: errors.title })}
${textField({ name: "date", label: fields.date.label, type: "date", value: typed("date"), hint: "The day when the milestone was or will be reached.", error: errors.date })}
${textArea({ name: "description", label: fields.description.label, rows: 3, value: typed("description"), maxlength: 2000, hint: "Optional. Plain text, up to 1000 characters.", error: errors.description })}
${textField({ name: "url", label: fields.url.label, type: "url", value: typed("url"), maxlength: 2000, hint: "Optional. A page with more information. The URL must start with https://.", error: errors.url })}
<div class="actions"><button class="primary" name="do" value="add">Add milestone</button></div>`,
)}
</section>
<section aria-labelledby="added"><h2 id="added">Your milestones</h2>
${
  milestones.length === 0
    ? html`<p class="empty">There are no milestones yet.</p>`
    : html`<ul class="rows" role="list">${milestones.map((milestone) => milestoneRow(visit, id, milestone))}</ul>`
}
</section>`,
  });
}

const milestoneRow = (
  visit: SignedInVisit,
  listingId: number,
  { id, date, title, description, url }: OwnerListing["milestones"][number],
): Html => html`<li>
<article><h3>${title}</h3>
<p class="hint">${dayOf(`${date}T00:00:00.000Z`)}${url && html` · ${outsideLink(url, new URL(url).host)}`}</p>
<div class="prose">${prose(description ?? "")}</div></article>
<details class="confirm"><summary aria-label="Delete ${title}">Delete</summary>
${pageForm(
  visit,
  listingPath(listingId, "/milestones"),
  html`${hiddenField("id", String(id))}<button class="danger" name="do" value="delete" aria-label="Delete ${title} permanently">Delete permanently</button>`,
)}</details>
</li>
`;
