import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { ownDraft } from "#db/queries/drafts/drafts.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import { Problem } from "#tools/core/errors/errors.ts";
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
import { attempt } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { correctionOf, hasListing } from "../listing-form/correction.ts";
import { linkFaults, listingFormFields, maxFormBytes, type TypedListing, typedListing } from "../listing-form/typed.ts";
import { draftPath } from "./draft-form.ts";
import { type DraftView, renderDraft } from "./draft-view.ts";
import { ownerOf } from "./drafts.ts";

/** `/account/drafts/{id}`: a draft while it is made, its texts with what they rest on to be corrected, and its end. */
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

  post: (visit, form) => withDraft(visit, (draft) => (acts.get(form.text("do")) ?? act)(visit, form, draft)),
});

const draftIdOf = ({ url }: SignedInVisit) => Number(url.pathname.split("/")[3]);

const draftOf = (visit: SignedInVisit, id: number): Promise<DraftRecord | null> =>
  visit.call(getDraft, { id }).catch((error: unknown) => {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed")) return null;
    throw error;
  });

/** What a page makes of the draft in its path, or the page that stands where the person has no such draft. */
async function withDraft(
  visit: SignedInVisit,
  make: (draft: DraftRecord) => Response | Promise<Response>,
): Promise<Response> {
  const draft = await draftOf(visit, draftIdOf(visit));
  return draft ? make(draft) : noSuchDraft(visit);
}

/** A draft that a sandbox key of the person began. */
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
    title: "There is no such draft",
    text: html`See <a href="/account/drafts">your drafts</a>.`,
  });

async function act(visit: SignedInVisit, form: Form, draft: DraftRecord): Promise<Response> {
  const { id, version } = draft;
  const wanted = form.text("do");
  const email = form.text("email");
  const correction = correctionOf(form, typedListing(draft.fields));
  const { typed, changes, clashes } = correction;
  const back = (more: DraftView) => renderDraft(visit, draft, { correction, email, ...more });
  if (wanted === "rows" || clashes.length > 0) return back({ hasAllRows: wanted === "rows" });
  const faults = linkFaults(typed);
  if (Object.keys(faults).length > 0) return back({ errors: faults });
  if (changes.size > 0) {
    const call = visit.call(updateDraft, { id, fields: Object.fromEntries(changes), if_version: version });
    const { errors, refusal } = await attempt(
      call,
      listingFormFields(typed, (name) => `fields.${name}`),
    );
    if (refusal?.code === "version_conflict") return withDraft(visit, (present) => act(visit, form, present));
    if (errors || refusal) return back({ errors, refusal });
  }
  if (wanted === "submit") return finish(visit, id, typed, email);
  return leave(visit, email, { path: `${draftPath(id)}?done=saved`, notice: "Your corrections are saved." });
}

async function finish(visit: SignedInVisit, id: number, typed: TypedListing, email: string): Promise<Response> {
  const { output, errors, refusal } = await attempt(
    visit.call(submitDraft, { id }),
    listingFormFields(typed, (name) => name),
  );
  if (!output) return withDraft(visit, (draft) => renderDraft(visit, draft, { email, errors, refusal }));
  const path = `/account/listings/${output.listing_id}?done=submitted`;
  return leave(visit, email, { path, notice: "The draft is submitted." });
}

/** Leads on; an address that was typed without inviting it keeps the page. */
const leave = (visit: SignedInVisit, email: string, { path, notice }: { path: string; notice: string }) =>
  email === ""
    ? answerRedirect(visit, path)
    : withDraft(visit, (draft) => renderDraft(visit, draft, { email, notice: `${notice} Nobody is invited yet.` }));

/** Leaves out the picture of the home page; what was typed into the texts stays, unsaved. */
async function decline(visit: SignedInVisit, form: Form, { id }: DraftRecord): Promise<Response> {
  const { output, refusal } = await attempt(visit.call(declineScreenshot, { id }), {});
  return withDraft(visit, (draft) => {
    const correction = hasListing(form) ? correctionOf(form, typedListing(draft.fields)) : undefined;
    if (output && (!correction || correction.changes.size + correction.clashes.length === 0))
      return answerRedirect(visit, `${draftPath(id)}?done=declined`);
    const notice = output ? "The picture is left out. What you typed below is not saved yet." : undefined;
    return renderDraft(visit, draft, { correction, email: form.text("email"), refusal, notice });
  });
}

/** Sends the invitation; what was typed into the texts stays, unsaved. */
async function invite(visit: SignedInVisit, form: Form, { id }: DraftRecord): Promise<Response> {
  const email = form.text("email");
  const call = visit.call(inviteCofounder, { id, email });
  const { output, errors, refusal } = await attempt(call, { email: { label: "Email" } });
  return withDraft(visit, (draft) => {
    const correction = hasListing(form) ? correctionOf(form, typedListing(draft.fields)) : undefined;
    if (!output) return renderDraft(visit, draft, { correction, email, errors, refusal });
    if (!correction || correction.changes.size + correction.clashes.length === 0)
      return answerRedirect(visit, `${draftPath(id)}?done=invited`);
    return renderDraft(visit, draft, {
      correction,
      notice: "The invitation is on its way. What you typed below is not saved yet.",
    });
  });
}

/** What buttons besides those that save do. */
const acts = new Map([
  ["invite", invite],
  ["decline", decline],
]);
