import * as z from "zod";
import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { type Draft, openDraftByKey, updateDraft } from "#db/queries/drafts/drafts.ts";
import type { Plan } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { checkCategories } from "../categories/shared/check-categories.ts";
import { vetUrl } from "../core/calls/vet-url.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { actionLines } from "../core/errors/next-action.ts";
import { faultLines } from "../core/errors/problem-text.ts";
import { defineTool } from "../core/operations/define.ts";
import { differences } from "../core/operations/differences.ts";
import { lines, wouldBe } from "../core/text/text.ts";
import { checkFacts } from "../listings/shared/check-facts.ts";
import { fieldChanges } from "../listings/shared/fields.ts";
import { mediaUrl } from "../listings/shared/records.ts";
import { type CallerSite, openCallerSite } from "../site/shared/caller-site.ts";
import { unsupportedIn } from "./evidence/unsupported.ts";
import { fetchLogo } from "./jobs.ts";
import { unsupportedLines } from "./shared/draft-text.ts";
import { draftOf, wrongStatus } from "./shared/own-draft.ts";
import { draftId, draftRecord, toDraft } from "./shared/records.ts";
import { draftSteps, fieldsOf, isFillable, versionOf, withoutLogo } from "./shared/rules.ts";
import type { Passage, StoredEvidence } from "./shared/writing.ts";

const draftChanges = fieldChanges.omit({ landing_url: true });
const updatedDraft = draftRecord.extend({ changed: z.array(z.string()) }).meta({ id: "UpdatedDraft" });
const briefDraft = updatedDraft
  .pick({ id: true, version: true, changed: true, unsupported: true, missing: true, next_actions: true })
  .strip()
  .meta({ id: "UpdatedDraftBrief" });

export default defineTool({
  name: "update_draft",
  title: "Update a draft",
  description:
    "Updates the text of a ready draft. Use it to write the fields in to_write from the passages of get_draft in one call, to correct others, or if the website could not be read. Only sent fields change; lists replace all. Returns what is missing; unsupported lists what no passage confirms. Show the user your text, then call submit_draft.",
  family: "Drafts",
  rest: { method: "PATCH", path: "/drafts/{id}" },
  page: "/account/drafts/{id}",
  scopes: ["listings:write"],
  effect: "write",
  isIdempotent: true,
  openWorld: "Fetches the image at the given logo URL.",
  destructive: "Replaces text in a private draft. Earlier versions are not kept.",
  notTried: ({ fields }) => (fields.logo_url ? ["Fetching the logo."] : []),
  errors: ["not_found", "state_conflict", "version_conflict"],
  input: z.strictObject({
    id: draftId,
    fields: draftChanges.describe("Only the changed fields"),
    if_version: z.string().max(64).optional().describe("Fails if the text has changed since this version"),
  }),
  output: updatedDraft,
  brief: { output: briefDraft, from: (draft) => briefDraft.parse(draft) },
  examples: [{ id: 1, fields: { headline: "Berth bookings and harbour dues for marinas of any size" } }],
  async run(context, { id, fields, if_version }) {
    const { urls, now, requestId } = context;
    const { logo_url, ...texts } = fields;
    if (Object.keys(fields).length === 0)
      invalid("fields", "required", "must contain at least one field", { fix: "For example, send fields.headline." });
    return async (tx, record) => {
      const own = await openCallerSite(tx, context);
      const draft = await draftOf(tx, own, id);
      await requireEditable(tx, own, draft);
      requireVersion(draft, if_version);
      checkFacts(context, texts, fieldsOf(draft).name);
      if (fields.categories) await checkCategories(tx, own.siteId, fields.categories);
      // A client may send back a draft with the URL of its current logo.
      const sent: typeof fields = logo_url && logo_url === mediaUrl(urls, draft.logoHash) ? texts : fields;
      const logo = sent.logo_url ? vetUrl(context, "fields.logo_url", sent.logo_url) : null;
      if (logo) await enqueue(tx, fetchLogo.request({ draftId: id, url: logo.href }, requestId), now);
      const changed = await updateDraft(tx, id, changesOf(draft, sent, logo !== null), now);
      record({ subjects: [`draft:${id}`], ...differences(textsOf(draft), textsOf(changed)) });
      const { name } = fieldsOf(changed);
      const unsupported = unsupportedIn(texts, changed.passages as Passage[], { url: changed.url, name });
      return {
        ...toDraft(changed, await invitesOfDraft(tx, id), { urls, now }),
        unsupported,
        changed: Object.keys(fields),
      };
    };
  },
  text: ({ id, version, changed, unsupported, missing, next_actions, ...rest }) =>
    lines(
      `Draft ${id}, version ${version}: ${wouldBe(rest, "changed", "would change")} ${changed.join(", ")}. get_draft returns the whole draft.`,
      faultLines(missing),
      unsupportedLines(unsupported),
      actionLines(next_actions),
    ),
});

const textsOf = (draft: Draft) => ({ ...fieldsOf(draft), logo: draft.logoHash });

async function requireEditable(tx: Tx, own: CallerSite, draft: Draft): Promise<void> {
  if (draft.status === "ready") return;
  if (!isFillable(draft)) throw wrongStatus(draft, ". Only a ready draft can be changed.");
  const other = await openDraftByKey(tx, own, draft.urlKey);
  if (other)
    throw new Problem("state_conflict", `Draft ${draft.id} has failed, and draft ${other.id} is for the same URL.`, {
      nextActions: [{ tool: "get_draft", arguments: { id: other.id }, why: "Continue with that draft.", who: "agent" }],
    });
}

function requireVersion(draft: Draft, sent: string | undefined): void {
  const version = versionOf(draft);
  if (sent === undefined || sent === version) return;
  throw new Problem("version_conflict", `Draft ${draft.id} has changed since you read it.`, {
    errors: [
      {
        field: "if_version",
        code: "version_conflict",
        message: `must be ${version}, the current version`,
        fix: `Read the draft again. If you still want the change, send if_version ${version}.`,
      },
    ],
    nextActions: [{ tool: "get_draft", arguments: { id: draft.id }, why: "Read the current text.", who: "agent" }],
  });
}

function changesOf(
  draft: Draft,
  { logo_url, ...texts }: z.output<typeof draftChanges>,
  hasNewLogo: boolean,
): Partial<Draft> {
  const edited = [...Object.keys(texts), ...(logo_url === undefined ? [] : ["logo_url"])];
  return {
    fields: { ...fieldsOf(draft), ...texts },
    ...(texts.plans && { evidence: withPlans(draft, texts.plans) }),
    editedFields: [...new Set([...draft.editedFields, ...edited])],
    ...(logo_url === null && { logoHash: null, logoSource: null }),
    warnings:
      logo_url === undefined
        ? draft.warnings
        : [
            ...withoutLogo(draft.warnings),
            ...(hasNewLogo ? [{ code: "logo_pending", message: "The logo is being fetched." }] : []),
          ],
    ...(draft.status === "failed" && {
      status: "ready",
      step: draftSteps,
      note: "Filled in by the owner.",
      errorCode: null,
      errorMessage: null,
      warnings: [{ code: draft.errorCode!, message: draft.errorMessage! }],
    }),
  };
}

/** Each plan has its own quote, which stays as long as the plan does. */
function withPlans(draft: Draft, plans: Plan[]): StoredEvidence {
  const evidence = draft.evidence as StoredEvidence;
  const known = fieldsOf(draft).plans;
  const quoteOf = (plan: Plan) => evidence.plans?.[known.findIndex((one) => Bun.deepEquals(one, plan))] ?? null;
  return evidence.plans ? { ...evidence, plans: plans.map(quoteOf) } : evidence;
}
