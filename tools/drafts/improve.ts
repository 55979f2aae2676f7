import { lookup } from "../../db/lookup.ts";
import { type DraftField, type DraftFields, isEmpty } from "../listings/fields.ts";
import type { DraftWarning, Evidence, Improvement } from "./writing.ts";

/** Fields whose coming ends a warning. */
const mendedBy: Record<string, DraftField> = {
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

/** Warnings whose cause is still there: what was missing may have been filled in, what was guessed corrected. */
export const standingWarnings = ({ fields, editedFields, warnings }: Written): DraftWarning[] =>
  warnings.filter(({ code }) => {
    if (code === "name_guessed") return !editedFields.includes("name");
    if (code === "not_english") return !["headline", "summary"].every((field) => editedFields.includes(field));
    const field = lookup(mendedBy, code);
    return field === undefined || isEmpty(fields[field]);
  });

/** The language model is still asked about a draft that can be read already. */
export const modelPending: DraftWarning = {
  code: "model_pending",
  message:
    "These are the site's own words. A language model is being asked for better ones, for 20 seconds at most: load the draft again to see them. What you edit stays as you write it.",
};

/** A draft with what a model wrote better, but for the fields that its person has edited. */
export function withImprovement<Draft extends Written & { evidence: Evidence }>(
  draft: Draft,
  improvement: Improvement,
): Pick<Draft, "fields" | "evidence" | "warnings"> {
  const isOpen = ([field]: [string, unknown]) => !draft.editedFields.includes(field);
  const taken = Object.fromEntries(Object.entries(improvement.fields).filter(isOpen));
  const fields = { ...draft.fields, ...taken };
  // A name that the site was found to say is no guess any more.
  const known = draft.warnings.filter(
    ({ code }) => code !== modelPending.code && !(code === "name_guessed" && "name" in taken),
  );
  return {
    fields,
    evidence: { ...draft.evidence, ...Object.fromEntries(Object.entries(improvement.evidence).filter(isOpen)) },
    warnings: [...standingWarnings({ ...draft, fields, warnings: known }), ...improvement.warnings],
  };
}
