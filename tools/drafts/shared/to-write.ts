import { type FieldName, fieldOf } from "#db/schema/listing-fields.ts";
import { type DraftFields, draftFieldNames, isEmpty } from "../../listings/shared/fields.ts";
import type { Passage } from "./writing.ts";

/** An empty field that somebody should write, with the ids of the best passages for it. */
export interface FieldToWrite {
  field: FieldName;
  passages: string[];
  /** Only for categories: slugs that may fit, best first. */
  suggestions?: string[];
}

interface Written {
  fields: DraftFields;
  passages: readonly Passage[];
  suggestedCategories: readonly string[];
}

/** Returns the empty fields that the listing needs or that a passage supports. */
export function fieldsToWrite({ fields, passages, suggestedCategories }: Written): FieldToWrite[] {
  return draftFieldNames.flatMap((field): FieldToWrite[] => {
    if (!isEmpty(fields[field])) return [];
    const ids = passages.filter((passage) => passage.for.includes(field)).map(({ id }) => id);
    if (field === "categories") return [{ field, passages: ids, suggestions: [...suggestedCategories] }];
    return fieldOf[field].min > 0 || ids.length > 0 ? [{ field, passages: ids }] : [];
  });
}
