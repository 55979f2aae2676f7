import type * as z from "zod";
import { labelOf } from "#db/schema/listing-fields.ts";
import type updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import { type Html, html } from "../../frame/html.ts";
import type { Correction } from "../../listing-form/correction.ts";
import type { TypedListing } from "../../listing-form/typed.ts";
import type { EditorState } from "./view.ts";

type Edited = z.output<typeof updateMyListing.output>;
type SiteName = (key: string) => string;

export const emptiedFields = ({ typed, changes }: Correction, present: TypedListing): string[] =>
  [...changes.keys()].filter((name) => typed[name].length === 0 && present[name].length > 0).map(labelOf);

/** Returns the editor after a dry run, with a warning if the edit would empty public fields. */
export function previewedEdit(output: Edited, emptied: string[], siteName: SiteName): EditorState {
  const isEmptying = emptied.length > 0;
  return {
    preview: output,
    above: html`<div class="${isEmptying ? "aside" : "notice"}" role="${isEmptying ? "alert" : "status"}"><p><strong>Preview: nothing has been saved yet.</strong>${isEmptying && ` Saving will remove ${emptied.join(", ")} from the public page.`}${isPlain(output) && ` Changed: ${labelsOf(output.changed[0]!.fields)}.`} <a href="#preview">See the preview</a></p>
${!isPlain(output) && siteLines(output, siteName)}</div>`,
    saveButton: isEmptying
      ? html`<button class="danger" name="do" value="unpublish">Save and remove from page</button>`
      : undefined,
  };
}

/** True if an edit changed one site and skipped nothing there, so that the sites need no list. */
export const isPlain = ({ changed }: Pick<Edited, "changed">): boolean =>
  changed.length === 1 && changed[0]!.fields.length > 0 && changed[0]!.skipped.length === 0;

export const savedEdit = (output: Edited, siteName: SiteName): EditorState => ({
  above: html`<div class="notice" role="status"><p>Saved.</p>${siteLines(output, siteName)}</div>`,
});

const siteLines = ({ changed }: Pick<Edited, "changed">, siteName: SiteName): Html =>
  html`<ul class="plain-list">${changed.map(
    ({ site, fields, skipped }) => html`<li>${siteName(site)}: ${fields.length > 0 ? labelsOf(fields) : "no changes"}.
${skipped.map(({ field, why }) => html`<br>${labelsOf([field])}: ${why}`)}</li>`,
  )}</ul>`;

const labelsOf = (fields: readonly string[]): string => fields.map(labelOf).join(", ");
