import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { ownDraft } from "#db/queries/drafts/drafts.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import declineScreenshot from "#tools/drafts/decline-screenshot.ts";
import getDraft from "#tools/drafts/get-draft.ts";
import inviteCofounder from "#tools/drafts/invite-cofounder.ts";
import { type DraftRecord, toDraft } from "#tools/drafts/shared/records.ts";
import submitDraft from "#tools/drafts/submit-draft.ts";
import updateDraft from "#tools/drafts/update-draft.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerFault, answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { attempt, ifFound } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { correctionOf, hasListingFields } from "../listing-form/correction.ts";
import { linkFaults, listingFormFields, maxFormBytes, type TypedListing, typedListing } from "../listing-form/typed.ts";
import { gapsOf } from "./draft-checklist.ts";
import { draftPath } from "./draft-form.ts";
import { replacedTexts, withUsedText } from "./draft-passages.ts";
import { type DraftView, renderDraft } from "./draft-view.ts";
import { ownerOf } from "./drafts.ts";

export const draftPage = definePage({
  path: "/account/drafts/:id",
  name: "draft",
  audience: "account",
  maxFileBytes: maxFormBytes,

  async get(visit) {
    const draft = await draftOf(visit, draftIdOf(visit));
    if (draft) return renderDraft(visit, draft);
    const sandboxed = await sandboxDraft(visit, draftIdOf(visit));
    return sandboxed ? renderDraft(visit, sandboxed, { isSandbox: true }) : noSuchDraft(visit);
  },

  post: (visit, form) =>
    withDraft(visit, (draft) => {
      const act = form.text("use") === "" ? (otherActions.get(form.text("do")) ?? save) : useText;
      return act(visit, form, draft);
    }),
});

const draftIdOf = ({ url }: SignedInVisit) => Number(url.pathname.split("/")[3]);

const draftOf = (visit: SignedInVisit, id: number): Promise<DraftRecord | null> =>
  ifFound(visit.call(getDraft, { id }));

async function withDraft(
  visit: SignedInVisit,
  respond: (draft: DraftRecord) => Response | Promise<Response>,
): Promise<Response> {
  const draft = await draftOf(visit, draftIdOf(visit));
  return draft ? respond(draft) : noSuchDraft(visit);
}

async function sandboxDraft(visit: SignedInVisit, id: number): Promise<DraftRecord | null> {
  const { read } = visit.runtime.store;
  const sandbox = await sandboxOf(read, visit.site.id);
  const owner = { ...ownerOf(visit), siteId: sandbox ?? 0 };
  const draft = sandbox !== null && Number.isSafeInteger(id) ? await ownDraft(read, owner, id) : undefined;
  if (!draft) return null;
  return toDraft(draft, await invitesOfDraft(read, id), { urls: siteUrls(visit.runtime, visit.site), now: visit.now });
}

const noSuchDraft = (visit: SignedInVisit): Response =>
  answerFault(visit, {
    status: 404,
    title: "Draft not found",
    text: html`See <a href="/account/drafts">your drafts</a>.`,
  });

async function save(visit: SignedInVisit, form: Form, draft: DraftRecord): Promise<Response> {
  const { id, version } = draft;
  const action = form.text("do");
  const email = form.text("email");
  const correction = correctionOf(form, typedListing(draft.fields));
  const { typed, changes, conflicts } = correction;
  const showAgain = (view: DraftView) =>
    renderDraft(visit, draft, { correction, email, replaced: replacedTexts(form), ...view });
  if (action === "rows" || action === "preview" || conflicts.length > 0)
    return showAgain({ hasAllRows: action === "rows" });
  const faults = linkFaults(typed);
  if (Object.keys(faults).length > 0) return showAgain({ errors: faults });
  if (changes.size > 0) {
    const call = visit.call(updateDraft, { id, fields: Object.fromEntries(changes), if_version: version });
    const { errors, refusal } = await attempt(
      call,
      listingFormFields(typed, (name) => `fields.${name}`),
    );
    if (refusal?.code === "version_conflict") return withDraft(visit, (present) => save(visit, form, present));
    if (errors || refusal) return showAgain({ errors, refusal });
  }
  const gaps = draft.status === "failed" && changes.size === 0 ? gapsOf(draft) : [];
  const missing = gaps.filter(({ isRequired }) => isRequired);
  if (action === "submit" && missing.length > 0)
    return showAgain({
      errors: Object.fromEntries(
        missing.map(({ field, text }) => [field, `${listingFields[field].label} ${text}.`] as const),
      ),
    });
  if (action === "submit") return submitSaved(visit, id, typed, email);
  return redirectOrKeep(visit, email, `${draftPath(id)}?done=saved`, "Changes saved.");
}

/**
 * Copies a passage into the form without saving, because the user has not read the form as a whole yet and other input
 * may still be invalid.
 */
function useText(visit: SignedInVisit, form: Form, draft: DraftRecord): Promise<Response> {
  const correction = correctionOf(form, typedListing(draft.fields));
  const used = withUsedText(form, draft, correction.typed);
  return renderDraft(visit, draft, {
    correction: { ...correction, typed: used?.typed ?? correction.typed },
    email: form.text("email"),
    replaced: used?.replaced ?? replacedTexts(form),
    notice: used
      ? `Text copied to the field ${listingFields[used.field].label}. It has not been saved yet.`
      : "The text is no longer available. Choose another one or write your own.",
  });
}

async function submitSaved(visit: SignedInVisit, id: number, typed: TypedListing, email: string): Promise<Response> {
  const { output, errors, refusal } = await attempt(
    visit.call(submitDraft, { id }),
    listingFormFields(typed, (name) => name),
  );
  if (!output) return withDraft(visit, (draft) => renderDraft(visit, draft, { email, errors, refusal }));
  return redirectOrKeep(
    visit,
    email,
    `/account/listings/${output.listing_id}/launch?done=submitted`,
    "Draft submitted.",
  );
}

/** Redirects, or shows the page again if the user entered a co-founder's email without inviting them. */
const redirectOrKeep = (visit: SignedInVisit, email: string, path: string, notice: string) =>
  email === ""
    ? answerRedirect(visit, path)
    : withDraft(visit, (draft) =>
        renderDraft(visit, draft, { email, notice: `${notice} The co-founder has not been invited yet.` }),
      );

async function decline(visit: SignedInVisit, form: Form, { id }: DraftRecord): Promise<Response> {
  const outcome = await attempt(visit.call(declineScreenshot, { id }), {});
  const result = { ...outcome, done: "declined", notice: "Screenshot deleted." };
  return showWithInput(visit, form, result, form.text("email"));
}

async function invite(visit: SignedInVisit, form: Form, { id }: DraftRecord): Promise<Response> {
  const email = form.text("email");
  const outcome = await attempt(visit.call(inviteCofounder, { draft_id: id, email }), {
    email: { label: "The email address" },
  });
  const result = { ...outcome, done: "invited", notice: "Invitation sent." };
  return showWithInput(visit, form, result, outcome.output ? "" : email);
}

const showWithInput = (
  visit: SignedInVisit,
  form: Form,
  result: Pick<DraftView, "errors" | "refusal" | "notice"> & { output?: unknown; done: string },
  email: string,
): Promise<Response> =>
  withDraft(visit, (draft) => {
    const correction = hasListingFields(form) ? correctionOf(form, typedListing(draft.fields)) : undefined;
    const { output, errors, refusal, done, notice } = result;
    if (!output)
      return renderDraft(visit, draft, { correction, email, replaced: replacedTexts(form), errors, refusal });
    if (!correction || correction.changes.size + correction.conflicts.length === 0)
      return answerRedirect(visit, `${draftPath(draft.id)}?done=${done}`);
    return renderDraft(visit, draft, {
      correction,
      email,
      replaced: replacedTexts(form),
      notice: `${notice} Your changes below have not been saved yet.`,
    });
  });

const otherActions = new Map([
  ["invite", invite],
  ["decline", decline],
]);
