import { createHash } from "node:crypto";
import { listingFields } from "#db/schema/listing-fields.ts";
import type { DraftStatus } from "#db/schema/vocabulary.ts";
import type { FieldError, NextAction } from "../../core/errors/errors.ts";
import { visibleLength } from "../../core/input/fields.ts";
import { type DraftFields, draftFieldNames, emptyFields } from "../../listings/shared/fields.ts";
import { standingWarnings } from "./improve.ts";
import type { DraftWarning } from "./writing.ts";

export const maxPages = 8;

/** The number of steps in a draft's progress: each page, the logo and the writing. */
export const draftSteps = maxPages + 2;

export const writtenDraft = { status: "ready", step: draftSteps, note: "Ready to review." } as const;

export const draftDays = 30;

export const keepEndedDays = 30;

export const inviteDays = 14;

export const fieldsOf = ({ fields }: { fields: object }): DraftFields => ({ ...emptyFields, ...fields });

export const versionOf = (draft: { fields: object }): string =>
  createHash("sha256")
    .update(JSON.stringify(fieldsOf(draft)))
    .digest("base64url")
    .slice(0, 16);

export function missingFromDraft(draft: { status: DraftStatus; fields: object }): FieldError[] {
  const faults: FieldError[] = [];
  if (draft.status !== "ready") return faults;
  const fields = fieldsOf(draft);
  for (const field of draftFieldNames) {
    const { min } = listingFields[field];
    const value = fields[field];
    const actual = typeof value === "string" ? visibleLength(value) : min;
    if (actual < min)
      faults.push({
        field,
        code: actual === 0 ? "required" : "too_small",
        message: `must have at least ${min} characters`,
        limit: min,
        actual,
        fix: `Send fields.${field} with update_draft.`,
      });
  }
  if (fields.categories.length < listingFields.categories.min)
    faults.push({
      field: "categories",
      code: "required",
      message: "must contain at least one category",
      limit: listingFields.categories.min,
      actual: fields.categories.length,
      fix: "Choose slugs from list_categories and send fields.categories with update_draft.",
    });
  return faults;
}

export const withoutLogo = (warnings: DraftWarning[]) =>
  warnings.filter(({ code }) => code !== "logo_pending" && code !== "logo_failed");

/** Whether a ready draft will change once more, when the logo that the user specified has been fetched. */
const isPending = ({ status, warnings }: Pick<DraftState, "status" | "warnings">) =>
  status === "ready" && warnings.some(({ code }) => code === "logo_pending");

export const isBeingWritten = ({ status }: Pick<DraftState, "status">) =>
  status === "crawling" || status === "drafting";

/** The number of milliseconds after which a draft may have changed, or null if it will not change automatically. */
export const pollAfterMs = (draft: Pick<DraftState, "status" | "warnings">): number | null =>
  isBeingWritten(draft) || isPending(draft) ? 1000 : null;

export const warningsOfDraft = (
  draft: Pick<DraftState, "status" | "warnings"> & { fields: object; editedFields: string[] },
) =>
  standingWarnings({ ...draft, fields: fieldsOf(draft) }).filter(
    ({ code }) => draft.status === "ready" || code !== "logo_pending",
  );

interface DraftState {
  id: number;
  url: string;
  status: DraftStatus;
  errorCode: string | null;
  warnings: DraftWarning[];
  listingId: number | null;
  suggestedCategories: string[];
}

/** Failures whose message names an existing listing or draft. Such a failed draft need not be filled in. */
const settledElsewhere = new Set(["listed_already", "duplicate_draft"]);

/** Whether a failed draft can be written by hand, because its URL is correct and only its site was unreadable. */
export const isFillable = ({ status, errorCode }: Pick<DraftState, "status" | "errorCode">) =>
  status === "failed" && !settledElsewhere.has(errorCode ?? "");

const requiredFields = [...draftFieldNames.filter((name) => listingFields[name].min > 0), "categories"];

/** The next steps for a draft. `page` is the page on which a person can read it. */
export function nextActionsOf(draft: DraftState, missing: FieldError[] = [], page?: string): NextAction[] {
  const { id, url, status, errorCode, listingId, suggestedCategories } = draft;
  const args = { id };
  const written = (names: string[]) => ({
    id,
    fields: Object.fromEntries(
      names.map((name) => [name, name === "categories" ? [suggestedCategories[0] ?? "<slug>"] : `<${name}>`]),
    ),
  });
  const fill = `Fill in ${missing.map(({ field }) => field).join(", ")}, which submit_draft requires.`;
  const read = "Read the text with the website passages that support it.";
  const submit = "Submit the draft after the user has read and approved the text.";
  switch (status) {
    case "crawling":
    case "drafting":
      return [action("get_draft", args, "Check whether the draft is ready.")];
    case "ready":
      return [
        ...(isPending(draft)
          ? [action("get_draft", args, "Check what has been added. The draft is still changing automatically.")]
          : []),
        ...(missing.length > 0 ? [action("update_draft", written(missing.map(({ field }) => field)), fill)] : []),
        ...(page ? [{ why: read, who: "human" as const, url: page }] : []),
        ...(missing.length === 0 ? [action("submit_draft", args, submit)] : []),
      ];
    case "failed":
      if (errorCode === "duplicate_draft") return [action("list_my_drafts", {}, "Find the existing draft.")];
      if (errorCode === "listed_already") return [];
      return [
        action("submit_listing", { url }, "Try again after fixing the cause."),
        action("update_draft", written(requiredFields), "Or write the text of this draft yourself."),
      ];
    case "expired":
      return [action("submit_listing", { url }, "Start a new draft.")];
    case "submitted":
      return listingId === null
        ? []
        : [action("get_my_listing", { listing_id: listingId }, "See the listing made from this draft.")];
  }
}

const action = (tool: string, input: Record<string, unknown>, why: string): NextAction => ({
  tool,
  arguments: input,
  why,
  who: "agent",
});
