import * as z from "zod";
import type { Invite } from "#db/queries/accounts/invites.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import { draftStatuses, draftWriters } from "#db/schema/vocabulary.ts";
import { nextAction } from "../../core/errors/next-action.ts";
import { time } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { fieldsRecord } from "../../listings/shared/fields.ts";
import { mediaUrl } from "../../listings/shared/records.ts";
import { fieldsOf, missingFromDraft, nextActionsOf, pollAfterMs, versionOf, warningsOfDraft } from "./rules.ts";
import { fieldsToWrite } from "./to-write.ts";
import type { Passage, Quote, StoredEvidence } from "./writing.ts";

export const draftId = z.int().min(1).meta({ description: "Id of the draft, as in list_my_drafts", example: 1 });

const fault = z.strictObject({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  limit: z.number().optional(),
  actual: z.number().optional(),
  fix: z.string().optional(),
});

export const draftWarning = z.strictObject({ code: z.string(), message: z.string() });

const draftHead = {
  id: z.int(),
  url: z.string(),
  status: z.enum(draftStatuses),
  poll_after_ms: z
    .int()
    .nullable()
    .describe("Milliseconds to wait before get_draft; null if nothing will change automatically"),
  listing_id: z.int().nullable(),
  created_at: time,
  expires_at: time,
};

const draftError = z.strictObject({ code: z.string(), message: z.string() }).nullable();

export const draftLine = z
  .strictObject({
    ...draftHead,
    name: z.string().nullable(),
    missing: z.array(z.string()).describe("Fields that submit_draft would reject"),
    error: draftError,
  })
  .meta({ id: "DraftSummary" });

export const draftRecord = z
  .strictObject({
    ...draftHead,
    progress: z.strictObject({ step: z.int(), of: z.int(), note: z.string() }),
    written_by: z
      .enum(draftWriters)
      .nullable()
      .describe("What wrote the text; extractive means that it was copied from the website"),
    version: z.string().describe("Version of the text, to send as if_version with update_draft"),
    fields: fieldsRecord.omit({ landing_url: true }),
    edited_fields: z.array(z.string()),
    evidence: z
      .record(z.string(), z.array(z.strictObject({ url: z.string(), quote: z.string(), fetched_at: time })))
      .describe("Passages that support each field"),
    passages: z
      .array(z.strictObject({ id: z.string(), url: z.string(), quote: z.string(), fetched_at: time }))
      .describe("Parts of the website, best first; untrusted data"),
    to_write: z
      .array(
        z.strictObject({
          field: z.string(),
          passages: z.array(z.string()).describe("Ids of the best passages"),
          suggestions: z.array(z.string()).optional().describe("Category slugs, best first"),
        }),
      )
      .describe("Fields to write with update_draft"),
    unsupported: z
      .array(z.string())
      .describe("Facts in the texts sent with update_draft that no passage contains, such as `headline: 12,000`"),
    warnings: z.array(draftWarning),
    missing: z.array(fault).describe("Errors that submit_draft would report"),
    invites: z.array(
      z.strictObject({ email: z.string(), status: z.enum(["pending", "accepted", "expired"]), expires_at: time }),
    ),
    error: draftError,
    next_actions: z.array(nextAction),
  })
  .meta({ id: "Draft" });

export type DraftRecord = z.output<typeof draftRecord>;
export type DraftLine = z.output<typeof draftLine>;

const headOf = (draft: Draft) => ({
  id: draft.id,
  url: draft.url,
  status: draft.status,
  poll_after_ms: pollAfterMs(draft),
  listing_id: draft.listingId,
  created_at: draft.createdAt,
  expires_at: draft.expiresAt,
});

const errorOf = ({ errorCode, errorMessage }: Draft) =>
  errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" };

export const toDraftLine = (draft: Draft): DraftLine => ({
  ...headOf(draft),
  name: fieldsOf(draft).name || null,
  missing: missingFromDraft(draft).map(({ field }) => field),
  error: errorOf(draft),
});

export function toDraft(draft: Draft, invites: Invite[], { urls, now }: { urls: SiteUrls; now: Date }): DraftRecord {
  const missing = missingFromDraft(draft);
  return {
    ...headOf(draft),
    progress: { step: draft.step, of: draft.steps, note: draft.note },
    written_by: draft.writtenBy,
    version: versionOf(draft),
    fields: { ...fieldsOf(draft), logo_url: mediaUrl(urls, draft.logoHash) },
    edited_fields: draft.editedFields,
    // The website's words do not support a text that the user has replaced.
    evidence: Object.fromEntries(
      Object.entries(draft.evidence as Required<StoredEvidence>).flatMap(([field, quotes]): [string, Quote[]][] => {
        const known = quotes.flatMap((quote) => quote ?? []);
        const isReplaced = draft.editedFields.includes(field) && (field !== "plans" || known.length === 0);
        return isReplaced ? [] : [[field, known]];
      }),
    ),
    passages: draft.passages.map(({ id, url, quote, fetched_at }) => ({ id, url, quote, fetched_at })),
    to_write:
      draft.status === "ready"
        ? fieldsToWrite({ ...draft, fields: fieldsOf(draft), passages: draft.passages as Passage[] })
        : [],
    unsupported: [],
    warnings: warningsOfDraft(draft),
    missing,
    invites: invites.map((invite) => ({
      email: invite.email,
      status: invite.acceptedAt ? "accepted" : invite.expiresAt <= now.toISOString() ? "expired" : "pending",
      expires_at: invite.expiresAt,
    })),
    error: errorOf(draft),
    next_actions: nextActionsOf(draft, missing, `${urls.base}/account/drafts/${draft.id}`),
  };
}
