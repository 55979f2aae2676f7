import { type Draft, draftsOfAccount } from "#db/queries/drafts/drafts.ts";
import { draftStatuses } from "#db/schema/vocabulary.ts";
import discardDraft from "#tools/drafts/discard-draft.ts";
import { toDraftLine } from "#tools/drafts/shared/records.ts";
import { answerPage, confirmedForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { redirectAfter } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";

const maxShown = 100;

export const draftsPage = definePage({
  path: "/account/drafts",
  name: "drafts",
  audience: "account",
  menu: { in: "account", label: "Drafts", place: 3 },
  async get(visit) {
    const { rows } = await draftsOfAccount(visit.runtime.store.read, ownerOf(visit), {
      limit: maxShown,
      offset: 0,
      statuses: draftStatuses.filter((status) => status !== "expired"),
    });
    return answerPage(visit, {
      title: "Drafts",
      layout: "signed-in",
      notice: visit.url.searchParams.get("done") === "discarded" ? "Draft discarded." : undefined,
      body: html`<h1>Drafts</h1>
<p class="lead">Submit a product's URL here or through your assistant, and we will write a draft of its listing.</p>
<p><a class="button primary" href="/submit">Submit a product</a></p>
<section class="card" aria-label="Drafts">
${
  rows.length === 0
    ? html`<p class="empty">You have no drafts. To start one, <a href="/submit">submit your product's URL</a>.</p>`
    : html`<ul class="rows" role="list">${rows.map((draft) => draftRow(visit, draft))}</ul>`
}
</section>`,
    });
  },

  post: (visit, form) =>
    redirectAfter(visit, visit.call(discardDraft, { id: form.text("id") }), "/account/drafts", "discarded"),
});

export const ownerOf = ({ account, site }: SignedInVisit) => ({ accountId: account.id, siteId: site.id });

const draftWords: Record<Draft["status"], string> = {
  crawling: "Reading the website",
  drafting: "Writing the draft",
  ready: "Ready",
  failed: "Failed",
  submitted: "Submitted",
  expired: "Ended",
};

/** A ready draft that lacks required fields is incomplete. */
export const draftTag = (status: Draft["status"], isIncomplete: boolean): Html =>
  html`<span class="tag${status === "failed" && " bad"}">${status === "ready" && isIncomplete ? "Incomplete" : draftWords[status]}</span>`;

function draftRow(visit: SignedInVisit, draft: Draft): Html {
  const { id, url, status, errorMessage, createdAt, expiresAt } = draft;
  const { name: given, missing } = toDraftLine(draft);
  const name = given ?? new URL(url).hostname;
  return html`<li>
<div><strong><a href="/account/drafts/${id}"><bdi>${name}</bdi></a></strong> ${draftTag(status, missing.length > 0)}
<p class="hint">${url}</p>
${errorMessage !== null && html`<p>${errorMessage}</p>`}
<p class="hint">Started on ${timeOf(createdAt)}.${status !== "submitted" && html` Expires on ${timeOf(expiresAt)}.`}</p></div>
${
  status !== "submitted" &&
  confirmedForm(
    visit,
    "/account/drafts",
    { label: "Discard", of: name },
    html`${hiddenField("id", String(id))}<button class="danger">Discard draft</button>`,
  )
}
</li>
`;
}
