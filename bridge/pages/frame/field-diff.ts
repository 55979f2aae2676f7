import { labelOf, type Picture } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { fieldText } from "#tools/core/text/text.ts";
import { differingEntries } from "#tools/listings/edits/text-changes.ts";
import { differences } from "./differences.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { mediaPath } from "./icon.ts";
import { linkedPicture } from "./screenshot.ts";

/** A field of a listing before and after an edit, side by side with the differences marked. Equal entries are left out. */
export function fieldDiff(field: string, before: unknown, after: unknown): Html {
  const label = labelOf(field);
  const image = lookup(imageFields, field);
  const shown = image ? { before: image(before), after: image(after) } : marked(before, after);
  return html`<div class="sides" role="group" aria-label="${label}"><h3>${label}</h3>
<div class="before"><p class="hint">Before</p><p class="said">${shown.before}</p></div>
<div class="after"><p class="hint">After</p><p class="said">${shown.after}</p></div></div>`;
}

const empty = html`<span class="empty">Empty</span>`;

// An entry was added to or removed from a list that has other entries too.
const notIncluded = html`<span class="empty">Not included</span>`;

function marked(before: unknown, after: unknown): { before: Html; after: Html } {
  const [was, is] = differingEntries(before, after).map(fieldText) as [string, string];
  const both = differences(was, is);
  const side = (text: string, whole: unknown, words: Html) =>
    text !== "" ? words : fieldText(whole) === "" ? empty : notIncluded;
  return { before: side(was, before, both.before), after: side(is, after, both.after) };
}

// The audit log stores an image as the hash of its file.
export const logo = (hash: unknown): Html =>
  typeof hash === "string" ? html`<img class="logo" src="/media/${hash}" alt="Logo" width="64" height="64">` : empty;

/** Small pictures with their alternative texts, for people who check a listing. */
export const thumbnails = (pictures: readonly Picture[]): Html =>
  html`${pictures.map(
    (picture) => html`<span class="thumbnail">${linkedPicture(mediaPath(picture.hash), picture)} ${picture.alt}</span>
`,
  )}`;

const pictures = (list: unknown): HtmlValue => (Array.isArray(list) && list.length > 0 ? thumbnails(list) : empty);

const imageFields = { logo_url: logo, pictures };
