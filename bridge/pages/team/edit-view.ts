import type * as z from "zod";
import { lookup } from "../../../db/lookup.ts";
import { fieldText } from "../../../tools/core/text.ts";
import { listingFields } from "../../../tools/listings/fields.ts";
import type { editRecord } from "../../../tools/owner/list-edits.ts";
import { pageForm } from "../frame/answers.ts";
import { differences } from "../frame/differences.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/mount.ts";
import { timeOf } from "../frame/time.ts";

export type Edit = z.output<typeof editRecord>;

/** What was typed into the form of one edit, and what was wrong with it. */
export interface Refused {
  changeId: number;
  reason: string;
  errors: FieldErrors;
}

/** An edit with its two sides, and the form that takes it back. */
export function editView(visit: SignedInVisit, edit: Edit, refused?: Refused): Html {
  const { change_id: id, at, by, listing, fields, taken_back } = edit;
  return html`<section class="card edit" id="edit-${id}" aria-labelledby="edit-${id}-title">
<div><h2 id="edit-${id}-title"><a href="/team/listings/${listing.slug}">${listing.name}</a></h2>
<p class="hint">${timeOf(at)} by ${author(by)}</p></div>
${fields.map(({ field, before, after }) => sides(field, before, after))}
${
  taken_back
    ? html`<p class="notice quiet">Taken back ${timeOf(taken_back.at)}: ${taken_back.reason}</p>`
    : html`<details class="more"${refused && html` open`}><summary>Take back</summary>
${pageForm(
  visit,
  "/team",
  html`${hiddenField("change_id", String(id))}
${textArea({
  id: `reason-${id}`,
  name: "reason",
  label: "Reason",
  hint: "The owners read it, with the fields that say again what they said before.",
  rows: 2,
  maxlength: 2000,
  value: refused?.reason ?? "",
  error: refused?.errors.reason,
})}
<button class="danger" aria-label="Take back the edit of ${listing.name}">Take back</button>`,
)}</details>`
}
</section>
`;
}

function author({ account_id, name, email, via, through }: Edit["by"]): HtmlValue {
  const who = name || email || (account_id === null ? "Slipway itself" : `account ${account_id}, which is gone`);
  return html`${email ? html`<a href="/team?${new URLSearchParams({ email }).toString()}">${who}</a>` : who}, ${howWords(via, through)}`;
}

function howWords(via: string, through: string | null): string {
  if (via === "browser") return "in the browser";
  if (via.startsWith("key:")) return `with the API key “${through ?? via}”`;
  return via.startsWith("app:") ? `through the app “${through ?? via}”` : `through ${via}`;
}

function sides(field: string, before: unknown, after: unknown): Html {
  const label = lookup(listingFields, field)?.label ?? field;
  const shown = field === "logo_url" ? { before: logo(before), after: logo(after) } : marked(before, after);
  return html`<div class="sides" role="group" aria-label="${label}"><h3>${label}</h3>
<div class="before"><p class="hint">Before</p><p class="said">${shown.before}</p></div>
<div class="after"><p class="hint">After</p><p class="said">${shown.after}</p></div></div>`;
}

const nothing = html`<span class="empty">Nothing</span>`;

function marked(before: unknown, after: unknown): { before: Html; after: Html } {
  const [was, is] = [fieldText(before), fieldText(after)];
  const both = differences(was, is);
  return { before: was === "" ? nothing : both.before, after: is === "" ? nothing : both.after };
}

// The log keeps the hash of the image.
const logo = (hash: unknown): Html =>
  typeof hash === "string" ? html`<img class="logo" src="/media/${hash}" alt="Logo" width="64" height="64">` : nothing;
