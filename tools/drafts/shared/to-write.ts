import { type FieldName, fieldOf } from "#db/schema/listing-fields.ts";
import { visibleLength } from "../../core/input/fields.ts";
import { type DraftFields, draftFieldNames, isEmpty } from "../../listings/shared/fields.ts";
import type { Passage } from "./writing.ts";

/** A field that somebody should write, with the ids of the three best passages for it. */
export interface FieldToWrite {
  field: FieldName;
  reason: "empty" | "short";
  passages: string[];
  /** Only for categories: slugs that may fit, best first. */
  suggestions?: string[];
}

/** A shorter description says too little about a product. */
const minDescription = 200;

interface Written {
  fields: DraftFields;
  editedFields: readonly string[];
  passages: readonly Passage[];
  suggestedCategories: readonly string[];
}

/** Returns the fields that are empty or too short to be useful, if the listing needs them or a passage supports them. */
export function fieldsToWrite({ fields, editedFields, passages, suggestedCategories }: Written): FieldToWrite[] {
  return draftFieldNames.flatMap((field): FieldToWrite[] => {
    const value = fields[field];
    const isShort = field === "description" && visibleLength(fields.description) < minDescription;
    const reason = isEmpty(value) ? "empty" : isShort && !editedFields.includes(field) ? "short" : null;
    if (reason === null) return [];
    const ids = passages.filter((passage) => passage.for.includes(field)).map(({ id }) => id);
    if (field === "categories") return [{ field, reason, passages: ids, suggestions: [...suggestedCategories] }];
    return fieldOf[field].min > 0 || ids.length > 0 ? [{ field, reason, passages: ids }] : [];
  });
}
