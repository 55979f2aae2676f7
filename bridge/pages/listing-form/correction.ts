import { type FieldName, fieldNames } from "#db/schema/listing-fields.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import type { Html } from "../frame/html.ts";
import { readListing, sentField, type TypedListing } from "./typed.ts";

/** What a form that came back asks to be changed. */
export interface Correction {
  typed: TypedListing;
  /** The fields that the person changed, as operations take them. */
  changes: Map<FieldName, unknown>;
  /** Fields that somebody else has changed to something else since the form was made. */
  clashes: FieldName[];
  /** Fields that only somebody else has changed: what was typed says what they say now. */
  others: FieldName[];
}

/** What the form shows of each field, so that what came back can be told from what was changed elsewhere meanwhile. */
export const shownMarks = (shown: TypedListing): Html[] =>
  fieldNames.map((name) => hiddenField(markName(name), markOf(shown, name)));

const markName = (name: FieldName) => `shown.${name}`;

/** Whether a form has the fields of a listing. */
export const hasListing = (form: Form): boolean => fieldNames.every((name) => form.text(markName(name)) !== "");

/** A field that the person left as it was, or in which they gave way, takes what it says now. */
export function correctionOf(form: Form, present: TypedListing): Correction {
  if (!hasListing(form)) throw new FormRefused(400, "The form does not say what it showed.");
  const typed = readListing(form, present);
  const taken = form.all("taken");
  const correction: Correction = { typed, changes: new Map(), clashes: [], others: [] };
  for (const name of fieldNames) {
    const [was, is, wanted] = [form.text(markName(name)), markOf(present, name), markOf(typed, name)];
    if (wanted === is) continue;
    if (wanted === was || taken.includes(name)) {
      Object.assign(typed, { [name]: present[name] });
      if (was !== is) correction.others.push(name);
    } else if (was === is) correction.changes.set(name, sentField(typed, name));
    else correction.clashes.push(name);
  }
  return correction;
}

/** Ticking boxes alone changes no order, so theirs does not count. */
function markOf(typed: TypedListing, name: FieldName): string {
  const isTicked = name === "categories" || name === "platforms";
  return Bun.hash(JSON.stringify(isTicked ? typed[name].toSorted() : typed[name])).toString(36);
}
