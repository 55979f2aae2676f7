import { type FieldName, fieldNames } from "#db/schema/listing-fields.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import type { Html } from "../frame/html.ts";
import { readListing, sentField, type TypedListing } from "./typed.ts";

export interface Correction {
  typed: TypedListing;
  changes: Map<FieldName, unknown>;
  /** Fields that the user and someone else changed to different values. */
  conflicts: FieldName[];
  /** Fields that only someone else changed. `typed` has their current values. */
  changedElsewhere: FieldName[];
}

/**
 * Returns hidden fields with a hash of each shown value. The hashes distinguish the user's changes from changes made
 * elsewhere.
 */
export const shownHashes = (shown: TypedListing, names: readonly FieldName[] = fieldNames): Html[] =>
  names.map((name) => hiddenField(`shown.${name}`, hashOf(shown, name)));

export const hasListingFields = (form: Form, names: readonly FieldName[] = fieldNames): boolean =>
  names.every((name) => form.text(`shown.${name}`) !== "");

/**
 * Compares a form with the current values. A field gets the current value if the user did not change it or discarded
 * the change. Fields that the form does not show keep theirs.
 */
export function correctionOf(form: Form, present: TypedListing, names: readonly FieldName[] = fieldNames): Correction {
  if (!hasListingFields(form, names))
    throw new FormRefused(400, "The form is incomplete. Reload the page and try again.");
  const typed = readListing(form, present);
  for (const name of fieldNames) if (!names.includes(name)) Object.assign(typed, { [name]: present[name] });
  const taken = form.all("taken");
  const correction: Correction = { typed, changes: new Map(), conflicts: [], changedElsewhere: [] };
  for (const name of names) {
    const [shown, current, wanted] = [form.text(`shown.${name}`), hashOf(present, name), hashOf(typed, name)];
    if (wanted === current) continue;
    if (wanted === shown || taken.includes(name)) {
      Object.assign(typed, { [name]: present[name] });
      if (shown !== current) correction.changedElsewhere.push(name);
    } else if (shown === current) correction.changes.set(name, sentField(typed, name));
    else correction.conflicts.push(name);
  }
  return correction;
}

// Checkboxes cannot change the order of values, so the order is ignored.
function hashOf(typed: TypedListing, name: FieldName): string {
  const value = name === "categories" || name === "platforms" ? typed[name].toSorted() : typed[name];
  return Bun.hash(JSON.stringify(value)).toString(36);
}
