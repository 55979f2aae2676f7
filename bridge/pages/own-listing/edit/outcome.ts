import { listingFields } from "#db/schema/listing-fields.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { type Html, html } from "../../frame/html.ts";
import type { Correction } from "../../listing-form/correction.ts";
import type { TypedListing } from "../../listing-form/typed.ts";
import type { Shown } from "./view.ts";

/** A listing after an edit, with what became of it on each site. */
interface Edited extends OwnerListing {
  changed: { site: string; fields: string[]; skipped: { field: string; why: string }[] }[];
}

/** What the public sees now and would see no more. */
export const emptied = ({ typed, changes }: Correction, present: TypedListing): string[] =>
  [...changes.keys()]
    .filter((name) => typed[name].length === 0 && present[name].length > 0)
    .map((name) => listingFields[name].label);

/** An edit as it would come out: nothing of it is saved. */
export function triedEdit(output: Edited, gone: string[]): Shown {
  const isEmptying = gone.length > 0;
  return {
    tried: output,
    above: html`<div class="${isEmptying ? "aside" : "notice"}" role="${isEmptying ? "alert" : "status"}"><p><strong>Nothing is saved yet.</strong>${isEmptying && ` Saving this takes ${gone.join(", ")} off the public page.`}</p>
${siteLines(output)}</div>`,
    saveAs: isEmptying
      ? html`<button class="danger" name="do" value="unpublish">Save and take it off the page</button>`
      : undefined,
  };
}

/** An edit that is made, with what became of it on each site. */
export const savedEdit = (output: Edited): Shown => ({
  above: html`<div class="notice" role="status"><p>Saved.</p>${siteLines(output)}</div>`,
});

/** What an edit changes on each site, and what it leaves out there and why. */
const siteLines = ({ changed }: Pick<Edited, "changed">): Html =>
  html`<ul class="plain-list">${changed.map(
    ({ site, fields, skipped }) => html`<li>${site}: ${fields.length > 0 ? labelsOf(fields) : "nothing changes"}.
${skipped.map(({ field, why }) => html`<br>${labelsOf([field])}: ${why}`)}</li>`,
  )}</ul>`;

const labelsOf = (fields: readonly string[]): string =>
  fields.map((field) => Object.entries(listingFields).find(([name]) => name === field)?.[1].label ?? field).join(", ");
