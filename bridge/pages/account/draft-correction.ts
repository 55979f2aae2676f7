import { type FieldName, fieldNames, listingFields } from "../../../tools/listings/fields.ts";
import { type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import type { Html } from "../frame/html.ts";
import { readListing, sentField, type TypedListing } from "./listing-form.ts";

/** What a form that came back asks to be changed. */
interface Correction {
  typed: TypedListing;
  /** The fields that the person changed, as update_draft takes them. */
  changes: Record<string, unknown>;
  /** Fields that somebody else has changed since the form was made, with what they say now. */
  clashes: FieldErrors;
}

/** What the form shows of each field, so that what came back can be told from what was changed elsewhere meanwhile. */
export const shownMarks = (shown: TypedListing): Html[] =>
  fieldNames.map((name) => hiddenField(`shown.${name}`, markOf(shown, name)));

/** A field that the person left as it was takes what it says now. */
export function correctionOf(form: Form, present: TypedListing): Correction {
  const typed = readListing(form, present);
  const changes: [FieldName, unknown][] = [];
  const clashes: [FieldName, string][] = [];
  for (const name of fieldNames) {
    const [was, is, wanted] = [form.text(`shown.${name}`), markOf(present, name), markOf(typed, name)];
    if (wanted === is) continue;
    if (wanted === was) Object.assign(typed, { [name]: present[name] });
    else if (was === is) changes.push([name, sentField(typed, name)]);
    else clashes.push([name, clash(name, present)]);
  }
  return { typed, changes: Object.fromEntries(changes), clashes: Object.fromEntries(clashes) };
}

const markOf = (typed: TypedListing, name: FieldName) => Bun.hash(JSON.stringify(typed[name])).toString(36);

const clash = (name: FieldName, present: TypedListing) =>
  `${listingFields[name].label} was changed elsewhere after you opened this page. It now says: “${inWords(present[name])}”. What stands here is yours; save again to put it in its place.`;

const inWords = (value: TypedListing[FieldName]): string =>
  [value]
    .flat()
    .map((entry) => (typeof entry === "string" ? entry : Object.values(entry).join(": ")))
    .join("; ") || "nothing";
