import { draftById } from "#db/queries/drafts/drafts.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { type FieldErrors, foldedPart, hiddenField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { mediaPath } from "../frame/icon.ts";
import { screenshot } from "../frame/screenshot.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { conflictSummary } from "../listing-form/conflict.ts";
import type { Correction } from "../listing-form/correction.ts";
import { checklist, gapsOf, isWritable } from "./draft-checklist.ts";
import { draftForm, draftPath } from "./draft-form.ts";
import type { ReplacedTexts } from "./draft-passages.ts";
import { progressNote, refreshHeader } from "./draft-progress.ts";
import { draftTexts } from "./draft-texts.ts";
import { draftTag } from "./drafts.ts";
import { nextStepLink } from "./next-step-link.ts";

export interface DraftView {
  isSandbox?: boolean;
  correction?: Correction;
  hasAllRows?: boolean;
  replaced?: ReplacedTexts;
  email?: string;
  errors?: FieldErrors;
  refusal?: Problem;
  notice?: string;
}

const notices: Record<string, string> = {
  saved: "Changes saved.",
  declined: "Screenshot deleted.",
  invited: "Invitation sent.",
};

export async function renderDraft(visit: SignedInVisit, draft: DraftRecord, view: DraftView = {}): Promise<Response> {
  const { id, url, status, error } = draft;
  const { isSandbox = false, correction, refusal } = view;
  const name = draft.fields.name || new URL(url).hostname;
  // A ready draft may still be waiting for its logo, but a page with a form must not reload itself.
  const isBuilding = status === "crawling" || status === "drafting";
  const canWrite = !isSandbox && isWritable(draft);
  const canInvite = !isSandbox && (status === "ready" || status === "submitted");
  const hash = (await draftById(visit.runtime.store.read, id))?.screenshotHash ?? null;
  const picture = hash === null ? null : mediaPath(hash);
  const more = [picture !== null && screenshotPart(name, picture, canWrite), cofounders(draft, canInvite, view)];
  const texts = (!isBuilding || draft.written_by !== null) && error === null && draftTexts(draft);
  // Input sent too late to be saved is still shown. All parts share one form, so that pressing a button does not lose
  // input in another part.
  const parts =
    canWrite || correction ? await draftForm(visit, draft, view, { canWrite, picture, more }) : [texts, more];
  const hasConflicts = correction !== undefined && correction.conflicts.length > 0;
  return answerPage(visit, {
    title: name,
    layout: "signed-in",
    notice: view.notice ?? noticeOf(visit, notices),
    errors: view.errors,
    status: hasConflicts ? 409 : refusal?.status,
    headers: isBuilding && !isSandbox ? refreshHeader(visit, draft) : {},
    body: html`${refusal && html`<div class="summary" role="alert"><p>${refusal.detail}</p>${nextSteps(refusal)}</div>`}
${conflictSummary(correction, "the draft has been changed elsewhere")}
<h1><bdi>${name}</bdi> ${draftTag(status, draft.missing.length > 0)}</h1>
<p class="lead">${url}</p>
${isSandbox && html`<p class="aside">This draft was created with a sandbox key. It will never become public, and we will send no emails about it. Use the same key to edit and submit it.</p>`}
${isBuilding && progressNote(visit, draft)}
${draft.listing_id !== null && html`<p class="aside">This draft is now a listing. <a href="/account/listings/${draft.listing_id}">Go to the listing</a></p>`}
${(status === "failed" || status === "expired") && !isSandbox && ended(visit, draft, canWrite)}
${checklist(draft, gapsOf(draft, correction?.typed))}
${canWrite || canInvite ? pageForm(visit, draftPath(id), parts) : parts}`,
  });
}

const nextSteps = ({ nextActions }: Pick<Problem, "nextActions">): HtmlValue =>
  nextActions.map((action) => {
    const link = nextStepLink(action);
    return link && html`<p>${link}</p>`;
  });

function ended(
  visit: SignedInVisit,
  { id, url, status, progress, error, next_actions }: DraftRecord,
  canWrite: boolean,
): Html {
  return html`<section class="card" aria-labelledby="ended"><h2 id="ended">${status === "failed" ? "We could not write the draft" : "This draft is no longer active"}</h2>
<p>${error?.message ?? progress.note}</p>
${canWrite && html`<p>Read the website again, or <a href="#texts">fill in the fields below yourself</a>.</p>`}
${
  status === "failed" && !canWrite
    ? nextSteps({ nextActions: next_actions })
    : pageForm(
        visit,
        "/submit",
        html`${hiddenField("url", url)}${hiddenField("failed_draft", String(id))}<div class="actions"><button${!canWrite && html` class="primary"`}>Read the website again</button></div>`,
      )
}</section>`;
}

const screenshotPart = (name: string, picture: string, canWrite: boolean): Html =>
  foldedPart(
    "Screenshot of the home page",
    !canWrite,
    html`<p class="hint">We took this screenshot.${canWrite && " Your listing will show it unless you delete it."}</p>
${canWrite ? html`<div class="actions"><button name="do" value="decline">Delete screenshot</button></div>` : screenshot(picture, name)}`,
  );

const inviteWords = { pending: "invited", accepted: "accepted", expired: "invitation expired" } as const;

function cofounders({ invites }: DraftRecord, canInvite: boolean, { email = "", errors }: DraftView): HtmlValue {
  if (!canInvite && invites.length === 0) return null;
  const list = html`<ul class="plain-list">${invites.map(
    ({ email, status, expires_at }) =>
      html`<li>${email}: ${inviteWords[status]}${status === "pending" && html`, invitation expires on ${timeOf(expires_at)}`}</li>`,
  )}</ul>`;
  const form = html`${textField({
    name: "email",
    label: "Co-founder's email address",
    type: "email",
    value: email,
    hint: "Co-founders who accept can edit the listing. They appear as founders once their profiles are complete, unless they choose not to. To send a new link, invite the same email address again after a day.",
    error: errors?.email,
  })}
<div class="actions"><button name="do" value="invite">Invite co-founder</button></div>`;
  const isOpen = email !== "" || errors?.email !== undefined || invites.length > 0;
  return foldedPart("Co-founders", isOpen, [invites.length > 0 && list, canInvite && form]);
}
