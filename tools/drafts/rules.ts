import type { DraftStatus } from "../../db/schema/vocabulary.ts";
import type { FieldError, NextAction } from "../core/errors.ts";
import type { DraftFields } from "./writing.ts";

/** Bounds of a listing's texts, in characters; `min` is asked for before a draft becomes a listing. */
export const textLimits = {
  name: { min: 2, max: 80 },
  headline: { min: 10, max: 160 },
  summary: { min: 40, max: 500 },
  description: { min: 0, max: 5000 },
  seo_title: { min: 0, max: 70 },
  seo_description: { min: 0, max: 160 },
} as const;

/** Most entries of a listing's lists, and of what stands in them in characters. */
export const listLimits = {
  categories: { min: 1, max: 3 },
  platforms: { max: 10, characters: 60 },
  socials: { max: 12 },
  faqs: { max: 10, question: 200, answer: 1000 },
} as const;

/** Most pages of one site that are read for a draft. */
export const maxPages = 8;

/** Steps of a draft's progress: a page each, the logo, the writing. */
export const draftSteps = maxPages + 2;

/** Days after which a draft that became no listing is expired. */
export const draftDays = 30;

/** Days that a co-founder's invitation can be accepted. */
export const inviteDays = 14;

/** What has to be done before a draft can become a listing, a fault per field. */
export function missingFromDraft(fields: DraftFields): FieldError[] {
  const faults: FieldError[] = [];
  for (const field of ["name", "headline", "summary"] as const) {
    const { min } = textLimits[field];
    const actual = [...fields[field].trim()].length;
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
  if (fields.categories.length < listLimits.categories.min)
    faults.push({
      field: "categories",
      code: "required",
      message: "must name at least one category",
      limit: listLimits.categories.min,
      actual: fields.categories.length,
      fix: "Choose slugs from list_categories and send fields.categories with update_draft.",
    });
  return faults;
}

/** Milliseconds after which a draft may have changed by itself; null where it will not. */
export const pollAfterMs = (status: DraftStatus): number | null =>
  status === "crawling" || status === "drafting" ? 1000 : null;

interface DraftState {
  id: number;
  url: string;
  status: DraftStatus;
  errorCode: string | null;
}

/** What helps a draft on. */
export function nextActionsOf({ id, url, status, errorCode }: DraftState, missing: FieldError[] = []): NextAction[] {
  const args = { id };
  switch (status) {
    case "crawling":
    case "drafting":
      return [{ tool: "get_draft", arguments: args, why: "See whether the draft is ready.", who: "agent" }];
    case "ready":
      return [
        ...(missing.length > 0
          ? [
              {
                tool: "update_draft",
                arguments: args,
                why: `Fill in ${missing.map(({ field }) => field).join(", ")}.`,
                who: "agent" as const,
              },
            ]
          : []),
        {
          tool: "submit_draft",
          arguments: args,
          why: "Make it a listing once the person has read and approved the texts.",
          who: "agent",
        },
      ];
    case "failed":
      if (errorCode === "listed_already") return [];
      return [
        { tool: "submit_listing", arguments: { url }, why: "Try again once the cause is mended.", who: "agent" },
        { tool: "update_draft", arguments: args, why: "Or write the texts of this draft by hand.", who: "agent" },
      ];
    case "expired":
      return [{ tool: "submit_listing", arguments: { url }, why: "Start again with a new draft.", who: "agent" }];
    case "submitted":
      return [];
  }
}
