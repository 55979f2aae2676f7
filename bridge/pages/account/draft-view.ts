import { draftById } from "#db/queries/drafts/drafts.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { isFillable } from "#tools/drafts/shared/rules.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { mediaPath } from "../frame/icon.ts";
import { screenshot } from "../frame/screenshot.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { conflictSummary } from "../listing-form/conflict.ts";
import type { Correction } from "../listing-form/correction.ts";
import { draftForm, draftPath } from "./draft-form.ts";
import { lookAgain, progressNote } from "./draft-progress.ts";
import { draftTexts } from "./draft-texts.ts";
import { draftWords } from "./drafts.ts";
import { nextStepLink } from "./next-step-link.ts";

export interface DraftView {
  isSandbox?: boolean;
  /** What was typed into the form that came back. */
  correction?: Correction;
  hasAllRows?: boolean;
  email?: string;
  errors?: FieldErrors;
  refusal?: Problem;
  notice?: string;
}

const notices: Record<string, string> = {
  saved: "Your corrections are saved.",
  declined: "The picture is left out and deleted.",
  invited: "The invitation is on its way.",
};

export async function renderDraft(visit: SignedInVisit, draft: DraftRecord, view: DraftView = {}): Promise<Response> {
  const { id, url, status, error } = draft;
  const { isSandbox = false, correction, hasAllRows, errors = {}, refusal } = view;
  const name = draft.fields.name || new URL(url).hostname;
  // A ready one is asked for again while its logo is fetched; its form must not load itself anew.
  const isBuilding = status === "crawling" || status === "drafting";
  const canWrite = !isSandbox && (status === "ready" || isFillable({ status, errorCode: error?.code ?? null }));
  // A page that loads itself anew would lose what is being typed.
  const canInvite = !isSandbox && (status === "ready" || status === "submitted");
  // What was typed is shown also where it has come too late.
  const texts =
    canWrite || correction
      ? await draftForm(visit, draft, { correction, hasAllRows, errors, canWrite })
      : (!isBuilding || draft.written_by !== null) && error === null && draftTexts(draft);
  // In one form, so that no button loses what is typed above another.
  const picture = await draftById(visit.runtime.store.read, id);
  const parts = [texts, offered(draft, picture?.screenshotHash ?? null, canWrite), cofounders(draft, canInvite, view)];
  const hasClashes = correction !== undefined && correction.clashes.length > 0;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
    notice: view.notice ?? noticeOf(visit, notices),
    errors,
    status: hasClashes ? 409 : refusal?.status,
    headers: isBuilding && !isSandbox ? lookAgain(visit, draft) : {},
    body: html`${refusal && html`<div class="summary" role="alert"><p>${refusal.detail}</p>${ways(refusal)}</div>`}
${conflictSummary(correction, "the draft was changed elsewhere")}
<p><a href="/account/drafts">All drafts</a></p>
<h1><bdi>${name}</bdi> <span class="tag${status === "failed" && " bad"}">${draftWords[status]}</span></h1>
<p class="lead">${url}</p>
${isSandbox && html`<p class="aside">A sandbox key began this draft: nothing of it becomes public, and no mail is sent. It is corrected and submitted with that key.</p>`}
${isBuilding && progressNote(visit, draft)}
${draft.listing_id !== null && html`<p class="aside">The draft became a listing. <a href="/account/listings/${draft.listing_id}">Go on with the listing</a></p>`}
${(status === "failed" || status === "expired") && !isSandbox && ended(visit, draft, canWrite)}
${missing(draft)}
${warnings(draft)}
${canWrite || canInvite ? pageForm(visit, draftPath(id), parts) : parts}`,
  });
}

const ways = ({ nextActions }: Pick<Problem, "nextActions">): HtmlValue =>
  nextActions.map((action) => {
    const way = nextStepLink(action);
    return way && html`<p>${way}</p>`;
  });

/** Why it came to nothing, and what can be done: elsewhere, by trying again, or by hand. */
function ended(
  visit: SignedInVisit,
  { url, status, progress, error, next_actions }: DraftRecord,
  canWrite: boolean,
): Html {
  const isElsewhere = status === "failed" && !canWrite;
  return html`<section class="card" aria-labelledby="ended"><h2 id="ended">${status === "failed" ? "The draft could not be made" : "This draft has ended"}</h2>
<p>${error?.message ?? progress.note}</p>
${
  isElsewhere
    ? ways({ nextActions: next_actions })
    : pageForm(
        visit,
        "/submit",
        html`${hiddenField("url", url)}<div class="actions"><button${!canWrite && html` class="primary"`}>Read the site again</button></div>`,
      )
}
${canWrite && html`<p class="hint">Or <a href="#texts">fill it in by hand</a> below.</p>`}</section>`;
}

const missing = ({ missing }: DraftRecord): HtmlValue =>
  notes(
    "missing",
    "Before it can become a listing",
    missing.map(
      ({ field, message }) =>
        html`<a href="#field-${field}">${lookup(listingFields, field)?.label ?? field}</a> ${message}.`,
    ),
  );

/** Fields that warnings are about, by their codes. */
const fieldOfWarning = new Map([
  ["no_name", "name"],
  ["no_headline", "headline"],
  ["no_summary", "summary"],
  ["no_category", "categories"],
  ["no_pricing", "pricing"],
  ["no_platforms", "platforms"],
  ["logo_failed", "logo_url"],
  ["logo_pending", "logo_url"],
]);

const warnings = ({ warnings, status }: DraftRecord): HtmlValue =>
  notes(
    "warnings",
    "Worth a look",
    warnings.map(({ code, message }) => {
      const field = fieldOfWarning.get(code);
      return field && status === "ready" ? html`<a href="#field-${field}">${message}</a>` : message;
    }),
  );

const notes = (id: string, title: string, lines: HtmlValue[]): HtmlValue =>
  lines.length > 0 &&
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="plain-list">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`;

/** The picture of the home page, which is shown on the listing unless its person leaves it out. */
const offered = ({ fields, url }: DraftRecord, hash: string | null, canWrite: boolean): HtmlValue =>
  hash !== null &&
  html`<section class="card" aria-labelledby="screenshot"><h2 id="screenshot">Picture of the home page</h2>
<p class="hint">${canWrite ? "We took it from the site. It is shown on the listing unless you leave it out." : "As we took it from the site."}</p>
${screenshot(mediaPath(hash), fields.name || new URL(url).hostname)}
${canWrite && html`<div class="actions"><button name="do" value="decline">Leave it out</button></div>`}</section>`;

const inviteWords = { pending: "invited", accepted: "has joined", expired: "the link has run out" } as const;

function cofounders({ invites }: DraftRecord, canInvite: boolean, { email = "", errors }: DraftView): HtmlValue {
  if (!canInvite && invites.length === 0) return null;
  return html`<section class="card" aria-labelledby="invites"><h2 id="invites">Co-founders</h2>
${
  invites.length > 0 &&
  html`<ul class="plain-list">${invites.map(
    ({ email, status, expires_at }) =>
      html`<li>${email}: ${inviteWords[status]}${status === "pending" && html`, until ${timeOf(expires_at)}`}</li>`,
  )}</ul>`
}
${
  canInvite &&
  html`${textField({
    name: "email",
    label: "Email of a co-founder",
    type: "email",
    value: email,
    hint: "Who accepts is shown as a founder of the company and may edit its listing. To send a new link, invite the same address again after a day.",
    error: errors?.email,
  })}
<div class="actions"><button name="do" value="invite">Invite</button></div>`
}</section>`;
}
