import { draftNames, type FieldName, fieldOf, isText, listingFields } from "#db/schema/listing-fields.ts";
import { clipWords } from "#tools/drafts/extract/sentences.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { foldedPart, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { outsideLink } from "../frame/prose.ts";
import type { TypedListing } from "../listing-form/typed.ts";

/** The user's own texts that a passage replaced, by field. Hidden fields keep them until the draft is saved. */
export type ReplacedTexts = Map<FieldName, string>;

type DraftName = (typeof draftNames)[number];
type TextName = { [Name in DraftName]: TypedListing[Name] extends string ? Name : never }[DraftName];

const textNames = draftNames.filter((name): name is TextName => isText(fieldOf[name]));
const ownText = "own";

export const replacedTexts = (form: Form): ReplacedTexts =>
  new Map(textNames.map((name) => [name, form.text(`${ownText}.${name}`)] as const).filter(([, text]) => text !== ""));

const clipped = (name: TextName, text: string) => clipWords(text, fieldOf[name].max);

/** Copies the passage of the pressed button into its field. Returns null if the draft no longer has it. */
export function withUsedText(
  form: Form,
  { passages }: DraftRecord,
  typed: TypedListing,
): { typed: TypedListing; replaced: ReplacedTexts; field: FieldName } | null {
  const replaced = replacedTexts(form);
  const [pressed, id] = form.text("use").split(" ");
  const field = textNames.find((name) => name === pressed);
  if (!field) return null;
  const text = id === ownText ? replaced.get(field) : passages.find((passage) => passage.id === id)?.quote;
  if (text === undefined) return null;
  const present = typed[field];
  if (fieldOf[field].kind === "paragraphs") {
    const isThere = present.includes(text);
    return {
      typed: { ...typed, [field]: isThere ? present : [present, text].filter(Boolean).join("\n\n") },
      replaced,
      field,
    };
  }
  const isOwn = present !== "" && !passages.some(({ quote }) => clipped(field, quote) === present);
  if (isOwn) replaced.set(field, present);
  return { typed: { ...typed, [field]: clipped(field, text) }, replaced, field };
}

/** Passages beyond this length are folded, because several long ones would hide the next field. */
const shownCharacters = 300;
const lengthUpTo = (passages: { quote: string }[], last: number) =>
  passages.slice(0, last + 1).reduce((sum, { quote }) => sum + quote.length, 0);

/** Shows the passages for a field to write, with a button for each text that fits into the field. */
export function passagesFor(
  draft: DraftRecord,
  field: FieldName,
  path: string | null,
  replaced?: ReplacedTexts,
): HtmlValue {
  const { passages: ids = [] } = draft.to_write.find((each) => each.field === field) ?? {};
  const passages = ids.flatMap((id) => draft.passages.find((passage) => passage.id === id) ?? []);
  const own = replaced?.get(field);
  if (passages.length === 0 && own === undefined) return null;
  const isUsable = path !== null && textNames.some((name) => name === field);
  const button = (id: string) =>
    isUsable &&
    html`<button class="compact" name="use" value="${field} ${id}" formaction="${path}#field-${field}" aria-describedby="use-${field}-${id}">Use this<span class="hidden"> for ${listingFields[field].label}</span></button>`;
  const text = (id: string, quote: string, source: HtmlValue) =>
    html`<blockquote><p id="use-${field}-${id}" dir="auto">${quote}</p><footer>${source}${button(id)}</footer></blockquote>`;
  const quotes = passages.map(({ id, url, quote }) => text(id, quote, outsideLink(url, pageOf(url))));
  const shown = passages.filter((_, i) => i === 0 || lengthUpTo(passages, i) <= shownCharacters).length;
  return html`<div class="quotes">${
    own !== undefined &&
    html`<p class="hint">The text you typed before:</p>${text(ownText, own, null)}${hiddenField(`${ownText}.${field}`, own)}`
  }${quotes.length > 0 && (isUsable ? html`<p class="hint">From the website:</p>${quotes.slice(0, shown)}` : foldedQuotes("From the website", quotes))}${
    isUsable && shown < quotes.length && foldedPart(`Show ${quotes.length - shown} more`, false, quotes.slice(shown))
  }</div>`;
}

export const foldedQuotes = (title: string, quotes: Html[]): Html =>
  foldedPart(`${title}: ${quotes.length} ${quotes.length === 1 ? "quote" : "quotes"}`, false, quotes);

/** The URL of a page as people write it. */
export function pageOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}`.replace(/\/$/, "") : url;
}
