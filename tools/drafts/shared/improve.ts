import { lookup } from "#db/values/lookup.ts";
import type { ModelFailure } from "../../core/ports/language-model.ts";
import { type DraftField, type DraftFields, isEmpty } from "../../listings/shared/fields.ts";
import type { DraftWarning, Evidence, Improvement } from "./writing.ts";

const fixedBy: Record<string, DraftField> = {
  no_name: "name",
  no_headline: "headline",
  no_summary: "summary",
  no_category: "categories",
  no_pricing: "pricing",
  no_platforms: "platforms",
};

interface Written {
  fields: DraftFields;
  editedFields: readonly string[];
  warnings: DraftWarning[];
}

/** Warnings whose cause still exists. The user may have filled in a missing text or corrected a guess. */
export const standingWarnings = ({ fields, editedFields, warnings }: Written): DraftWarning[] =>
  warnings.filter(({ code }) => {
    if (code === "name_guessed") return !editedFields.includes("name");
    if (code === "not_english") return !["headline", "summary"].every((field) => editedFields.includes(field));
    const field = lookup(fixedBy, code);
    return field === undefined || isEmpty(fields[field]);
  });

const reasons: Record<ModelFailure, string> = {
  refused: "it declined to write about this site",
  cut_off: "its response was cut off",
  invalid: "its response was unreadable",
  overloaded: "it is overloaded",
  rate_limited: "it received too many requests",
  timeout: "it took too long to respond",
  cap: "its daily budget is used up",
  failed: "it is not available",
};

export const withoutModel = (reason: ModelFailure): Improvement => ({
  fields: {},
  evidence: {},
  warnings: [
    {
      code: "model_unavailable",
      message: `This draft uses the website's own words, because the language model could not improve them: ${reasons[reason]}. Check the text, or create a new draft later.`,
    },
  ],
});

export function withImprovement<Draft extends Written & { evidence: Evidence }>(
  draft: Draft,
  improvement: Improvement,
): Pick<Draft, "fields" | "evidence" | "warnings"> {
  const fields = { ...draft.fields, ...improvement.fields };
  // A name that the model found on the site is no longer a guess.
  const known = draft.warnings.filter(({ code }) => !(code === "name_guessed" && "name" in improvement.fields));
  return {
    fields,
    evidence: { ...draft.evidence, ...improvement.evidence },
    warnings: [...standingWarnings({ ...draft, fields, warnings: known }), ...improvement.warnings],
  };
}
