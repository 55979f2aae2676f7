import { ownDraft } from "../../../db/queries/drafts.ts";
import { invitesOfDraft } from "../../../db/queries/invites.ts";
import { sandboxOf } from "../../../db/queries/sandbox.ts";
import { Problem } from "../../../tools/core/errors.ts";
import getDraft from "../../../tools/drafts/get-draft.ts";
import inviteCofounder from "../../../tools/drafts/invite-cofounder.ts";
import { type DraftRecord, toDraft } from "../../../tools/drafts/records.ts";
import submitDraft from "../../../tools/drafts/submit-draft.ts";
import updateDraft from "../../../tools/drafts/update-draft.ts";
import { siteUrls } from "../../http/runtime.ts";
import { answerFault, answerRedirect } from "../frame/answers.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { attempt } from "../frame/submit.ts";
import { correctionOf } from "./draft-correction.ts";
import { renderDraft } from "./draft-view.ts";
import { ownerOf } from "./drafts.ts";
import { linkFaults, listingFormFields, type TypedListing, typedListing } from "./listing-form.ts";

/** `/account/drafts/{id}`: a draft while it is made, its texts with what they rest on to be corrected, and its end. */
export const draftPage = signedInPage("/account/drafts/:id", "draft", {
  // All texts at their longest, percent-encoded in a script of three bytes a character.
  maxFileBytes: 512 * 1024,

  async get(visit) {
    const draft = await draftOf(visit, draftIdOf(visit));
    if (draft) return renderDraft(visit, draft);
    const sandboxed = await sandboxDraft(visit, draftIdOf(visit));
    return sandboxed ? renderDraft(visit, sandboxed, { isSandbox: true }) : noSuchDraft(visit);
  },

  async post(visit, form) {
    const draft = await draftOf(visit, draftIdOf(visit));
    if (!draft) return noSuchDraft(visit);
    return form.text("do") === "invite" ? invite(visit, form, draft) : save(visit, form, draft);
  },
});

const draftIdOf = ({ url }: SignedInVisit) => Number(url.pathname.split("/")[3]);

const draftOf = (visit: SignedInVisit, id: number): Promise<DraftRecord | null> =>
  visit.call(getDraft, { id }).catch((error: unknown) => {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed")) return null;
    throw error;
  });

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

async function save(visit: SignedInVisit, form: Form, draft: DraftRecord): Promise<Response> {
  const { id, version } = draft;
  const { typed, changes, clashes } = correctionOf(form, typedListing(draft.fields));
  if (Object.keys(clashes).length > 0) return renderDraft(visit, draft, { typed, errors: clashes, status: 409 });
  const faults = linkFaults(typed);
  if (Object.keys(faults).length > 0) return renderDraft(visit, draft, { typed, errors: faults });
  if (Object.keys(changes).length > 0) {
    const call = visit.call(updateDraft, { id, fields: changes, if_version: version });
    const { errors, refusal } = await attempt(
      call,
      listingFormFields(typed, (name) => `fields.${name}`),
    );
    if (refusal?.code === "version_conflict") return save(visit, form, (await draftOf(visit, id)) ?? draft);
    if (errors || refusal) return renderDraft(visit, draft, { typed, errors, refusal });
  }
  return form.text("do") === "submit"
    ? finish(visit, id, typed)
    : answerRedirect(visit, `/account/drafts/${id}?done=saved`);
}

async function finish(visit: SignedInVisit, id: number, typed: TypedListing): Promise<Response> {
  const { output, errors, refusal } = await attempt(
    visit.call(submitDraft, { id }),
    listingFormFields(typed, (name) => name),
  );
  if (output) return answerRedirect(visit, `/account/listings/${output.listing_id}?done=submitted`);
  const draft = await draftOf(visit, id);
  return draft ? renderDraft(visit, draft, { errors, refusal }) : noSuchDraft(visit);
}

async function invite(visit: SignedInVisit, form: Form, draft: DraftRecord): Promise<Response> {
  const email = form.text("email");
  const call = visit.call(inviteCofounder, { id: draft.id, email });
  const { output, errors, refusal } = await attempt(call, { email: { label: "Email" } });
  if (output) return answerRedirect(visit, `/account/drafts/${draft.id}?done=invited`);
  return renderDraft(visit, draft, { email, errors, refusal });
}
