import { type FieldName, fieldOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { isFillable, missingFromDraft } from "#tools/drafts/shared/rules.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { type TypedListing, typedListing } from "../listing-form/typed.ts";

interface Gap {
  field: FieldName;
  isRequired: boolean;
  text: string;
}

/** True if the texts can be written: the draft is ready, or it failed and can be filled in by hand. */
export const isWritable = ({ status, error }: DraftRecord): boolean =>
  status === "ready" || isFillable({ status, errorCode: error?.code ?? null });

/** The fields that still need text, required ones first. Unsaved input counts as written if it is long enough. */
export function gapsOf(draft: DraftRecord, typed?: TypedListing): Gap[] {
  const { fields, to_write } = draft;
  // A failed draft becomes ready with its first text, so it needs the same fields as a ready one.
  const missing = isWritable(draft) ? missingFromDraft({ status: "ready", fields }) : [];
  const present = typedListing(fields);
  const isWritten = (field: FieldName) =>
    typed !== undefined &&
    JSON.stringify(typed[field]) !== JSON.stringify(present[field]) &&
    typed[field].length >= Math.max(1, fieldOf[field].min);
  const required = missing.map(({ field, message }) => ({
    field: field as FieldName,
    isRequired: true,
    text: message,
  }));
  const optional = to_write
    .filter(({ field }) => !missing.some((each) => each.field === field))
    .map(({ field }) => ({ field: field as FieldName, isRequired: false, text: "is empty" }));
  return [...required, ...optional].filter(({ field }) => !isWritten(field));
}

const fieldOfWarning = new Map<string, FieldName>([
  ["no_name", "name"],
  ["no_headline", "headline"],
  ["no_summary", "summary"],
  ["no_category", "categories"],
  ["no_pricing", "pricing"],
  ["no_platforms", "platforms"],
  ["logo_failed", "logo_url"],
  ["logo_pending", "logo_url"],
]);

/** Lists what is missing and what to check, with a link to each field. */
export function checklist(draft: DraftRecord, gaps: Gap[]): HtmlValue {
  const listed = gapsOf(draft).map(({ field }) => field);
  const checks = draft.warnings.flatMap(({ code, message }) => {
    const field = fieldOfWarning.get(code);
    if (field === undefined || !isWritable(draft)) return [html`${message}`];
    return listed.includes(field) ? [] : [html`<a href="#field-${field}">${message}</a>`];
  });
  return (
    gaps.length + checks.length > 0 &&
    html`<section class="aside checklist" aria-labelledby="checklist"><h2 id="checklist" tabindex="-1">Checklist</h2>
<ul role="list">${gaps.map(gapLine)}${checks.map((line) => html`<li>${line}</li>`)}</ul></section>`
  );
}

const gapLine = ({ field, isRequired, text }: Gap): Html =>
  html`<li><a href="#field-${field}">${lookup(fieldOf, field)?.label ?? field}</a> ${text}${isRequired ? "." : " (optional)."}</li>`;

/** Says beside the buttons whether the draft can be submitted. */
export function readiness(gaps: Gap[]): Html {
  const count = gaps.filter(({ isRequired }) => isRequired).length;
  return count === 0
    ? html`<span class="hint">Ready to submit</span>`
    : html`<a href="#checklist">${count} required ${count === 1 ? "field is" : "fields are"} missing</a>`;
}
