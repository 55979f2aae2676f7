import postListingUpdate from "#tools/listings/owner/post-listing-update.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { textArea, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, type SentForm, withListing } from "./own-listing.ts";
import { shownNote } from "./shown-note.ts";
import { listingPath } from "./status.ts";

export const updatesPage = definePage({
  path: "/account/listings/:id/updates",
  name: "listing-updates",
  audience: "account",
  menu: { in: "own-listing", label: "Updates", place: 3 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing, {})),
  post: (visit, form) =>
    withListing(visit, async (listing) => {
      const input = { listing_id: listing.id, title: form.text("title"), body: form.text("body") };
      const { errors, refusal } = await attempt(visit.call(postListingUpdate, input, onceKey(form)), {
        title: { label: "Title" },
        body: { label: "Text" },
      });
      if (refusal || errors) return render(visit, listing, { refusal, errors, form });
      return answerRedirect(visit, `${listingPath(listing.id, "/updates")}?done=posted`);
    }),
});

function render(visit: SignedInVisit, listing: OwnerListing, { errors = {}, refusal, form }: SentForm): Response {
  const { id, name, updates } = listing;
  return answerPage(visit, {
    title: `Updates from ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, { posted: "Update posted." }),
    refusal,
    errors,
    body: html`${listingHead(visit, listing, "Updates")}
<p>${listing.status === "live" ? html`Posts appear in the site's <a href="/updates">latest updates</a>, and we email them to the listing's followers.` : html`Once the listing is live, posts appear in the site's <a href="/updates">latest updates</a>.`} ${shownNote(listing, "updates")}</p>
<section class="card" aria-labelledby="post"><h2 id="post">Post an update</h2>
${pageForm(
  visit,
  listingPath(id, "/updates"),
  html`${onceToken()}
${textField({ name: "title", label: "Title", value: form?.text("title"), maxlength: 240, hint: "Up to 120 characters.", error: errors.title })}
${textArea({ name: "body", label: "Text", rows: 6, value: form?.text("body") ?? "", maxlength: 10_000, hint: "Plain text, up to 5000 characters. Separate paragraphs with blank lines. You cannot change an update after you post it.", error: errors.body })}
<div class="actions"><button class="primary">Post update</button></div>`,
)}
</section>
<section aria-labelledby="posted"><h2 id="posted">Posted updates</h2>
${
  updates.length === 0
    ? html`<p class="empty">You have not posted any updates yet.</p>`
    : html`<ul class="rows" role="list">${updates.map(
        ({ title, body, created_at }) => html`<li><article><h3>${title}</h3>
<p class="hint">${timeOf(created_at)}</p>
<div class="prose">${prose(body)}</div></article></li>`,
      )}</ul>`
}
</section>`,
  });
}
