import type * as z from "zod";
import type { editRecord } from "#tools/listings/team/list-edits.ts";
import { pageForm } from "../frame/answers.ts";
import { fieldDiff } from "../frame/field-diff.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { viaWords } from "./via-words.ts";

export type Edit = z.output<typeof editRecord>;

export interface Refused {
  changeId: number;
  reason: string;
  errors: FieldErrors;
}

export function editView(visit: SignedInVisit, edit: Edit, refused?: Refused): Html {
  const { change_id: id, at, by, listing, fields, taken_back } = edit;
  return html`<section class="card edit" id="edit-${id}" aria-labelledby="edit-${id}-title">
<div><h2 id="edit-${id}-title"><a href="/team/listings/${listing.slug}"><bdi>${listing.name}</bdi></a></h2>
<p class="hint">${timeOf(at)} by ${author(by)}</p></div>
${fields.map(({ field, before, after }) => fieldDiff(field, before, after))}
${
  taken_back
    ? html`<p class="notice quiet">Reverted on ${timeOf(taken_back.at)}: ${taken_back.reason}</p>`
    : html`<details class="more"${refused && html` open`}><summary>Revert</summary>
${pageForm(
  visit,
  "/team/edits",
  html`${hiddenField("change_id", String(id))}
${textArea({
  id: `reason-${id}`,
  name: "reason",
  label: "Reason",
  hint: "The owners will receive this reason with the reverted fields.",
  rows: 2,
  maxlength: 2000,
  value: refused?.reason ?? "",
  error: refused?.errors.reason,
})}
<button class="danger" aria-label="Revert edit to ${listing.name}">Revert edit</button>`,
)}</details>`
}
</section>
`;
}

function author({ account_id, name, email, via, through }: Edit["by"]): HtmlValue {
  const who = name || email || (account_id === null ? "Slipway itself" : `deleted account ${account_id}`);
  return html`${account_id !== null && (name || email) ? html`<a href="/team/edits?account=${account_id}">${who}</a>` : who}, ${viaWords(via, through)}`;
}
