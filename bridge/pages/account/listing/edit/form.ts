import { pricingModels } from "../../../../../db/schema/vocabulary.ts";
import { type DraftField, type DraftFields, listingFields } from "../../../../../tools/listings/fields.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import type { FieldErrors } from "../../../frame/fields.ts";
import { type Form, FormRefused } from "../../../frame/form-body.ts";
import { differing, give } from "./texts.ts";

/** What a form of the editor says. */
export interface EditForm {
  /** The version it was made from. */
  version: number;
  texts: DraftFields;
  /** Address of an image to fetch, "" for none. */
  logo: string;
  isLogoRemoved: boolean;
  applyTo: string[];
  /** Fields in which the person gives way to what was changed meanwhile. */
  taken: string[];
  /** The rows as they were written, the empty ones included. */
  rows: EditRows;
  errors: FieldErrors;
}

export interface EditRows {
  socials: { name: string; url: string }[];
  faqs: { question: string; answer: string }[];
}

const spareRows = 2;

/** The rows of a form made from what a listing says, with empty ones to write in. */
export const rowsOf = ({ socials, faqs }: DraftFields): EditRows =>
  withSpare({ socials: Object.entries(socials).map(([name, url]) => ({ name, url })), faqs: [...faqs] });

/** The same with a few more to write in, as far as a listing takes them. */
export function withSpare({ socials, faqs }: EditRows): EditRows {
  const padded = <Row>(rows: Row[], empty: Row, most: number) => {
    const count = Math.max(rows.length, Math.min(rows.length + spareRows, most));
    return [...rows, ...Array.from({ length: count - rows.length }, () => empty)];
  };
  return {
    socials: padded(socials, { name: "", url: "" }, listingFields.socials.max),
    faqs: padded(faqs, { question: "", answer: "" }, listingFields.faqs.max),
  };
}

// Rows that a form has are numbered without gaps; far more than it offers are not ours.
const mostRows = 40;

export function readEdit(form: Form): EditForm {
  const version = Number(form.text("if_version"));
  if (!Number.isSafeInteger(version) || version < 1) throw new FormRefused(400, "The form has no version.");
  const rows: EditRows = { socials: [], faqs: [] };
  for (let i = 0; i < mostRows; i++) {
    const social = { name: form.text(`social.${i}.name`).toLowerCase(), url: form.text(`social.${i}.url`) };
    const faq = { question: form.text(`faq.${i}.question`), answer: form.text(`faq.${i}.answer`) };
    if (form.all(`social.${i}.name`).length > 0) rows.socials.push(social);
    if (form.all(`faq.${i}.question`).length > 0) rows.faqs.push(faq);
  }
  const written = rows.socials.filter(({ name, url }) => name !== "" || url !== "");
  const others = form.text("platforms_other").split(",");
  const texts: DraftFields = {
    name: form.text("name"),
    headline: form.text("headline"),
    summary: form.text("summary"),
    description: form.text("description"),
    categories: form.all("categories"),
    pricing: pricingModels.find((model) => model === form.text("pricing")) ?? null,
    platforms: [...new Set([...form.all("platforms"), ...others.map((name) => name.trim())])].filter(Boolean),
    socials: Object.fromEntries(written.map(({ name, url }) => [name, url])),
    faqs: rows.faqs.filter(({ question, answer }) => question !== "" || answer !== ""),
    seo_title: form.text("seo_title"),
    seo_description: form.text("seo_description"),
  };
  return {
    version,
    texts,
    logo: form.text("logo"),
    isLogoRemoved: form.text("logo_removed") !== "",
    applyTo: form.all("apply_to"),
    taken: form.all("taken"),
    rows,
    errors: repeated(rows.socials),
  };
}

/** Of two links under one name only one could be kept. */
function repeated(socials: EditRows["socials"]): FieldErrors {
  const names = socials.map(({ name }) => name);
  return Object.fromEntries(
    names.flatMap((name, i) =>
      name !== "" && names.indexOf(name) < i
        ? [[`social.${i}.name`, `There is a link named ${name} above already.`]]
        : [],
    ),
  );
}

/** Gives way where the person chose to, and keeps the order of what is only ticked. */
export function takeTheirs(edit: EditForm, base: DraftFields): void {
  const taken = differing(edit.texts, base).filter((name) => edit.taken.includes(name));
  for (const name of taken) give(edit.texts, base, name);
  const { socials, faqs } = rowsOf(base);
  if (taken.includes("socials")) edit.rows.socials = socials;
  if (taken.includes("faqs")) edit.rows.faqs = faqs;
  edit.texts = inOrderOf(edit.texts, base);
}

/** Puts what has an order of its own back into the order it had, so that ticking boxes alone changes no order. */
function inOrderOf(texts: DraftFields, base: DraftFields): DraftFields {
  const ordered = (names: string[], before: readonly string[]) => [
    ...before.filter((name) => names.includes(name)),
    ...names.filter((name) => !before.includes(name)),
  ];
  return {
    ...texts,
    categories: ordered(texts.categories, base.categories),
    platforms: ordered(texts.platforms, base.platforms),
  };
}

/** The call that saves what differs from what the person started from. */
export function editInput(listing: OwnerListing, edit: EditForm, mine: readonly DraftField[]) {
  const { texts, logo, isLogoRemoved, applyTo, version } = edit;
  const sent = new Set<string>(mine);
  const fields = {
    ...Object.fromEntries(
      mine.filter((name) => name !== "socials" && name !== "faqs").map((name) => [name, texts[name]]),
    ),
    ...(isLogoRemoved ? { logo_url: null } : logo !== "" && { logo_url: logo }),
  };
  return {
    listing_id: listing.id,
    if_version: version,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    socials: sent.has("socials") ? texts.socials : undefined,
    faqs: sent.has("faqs") ? texts.faqs : undefined,
    apply_to: applyTo.length > 0 ? applyTo : undefined,
  };
}

/** What a save would change: fields of text, and whether the logo is another. */
export function changesOf(edit: EditForm, base: DraftFields): { mine: DraftField[]; hasLogo: boolean } {
  return { mine: differing(edit.texts, base), hasLogo: edit.isLogoRemoved || edit.logo !== "" };
}

/** Where in the form each field of the call stands, rows one by one. */
export function formFields({ rows }: EditForm): Record<string, { in?: string; label: string }> {
  const written = rows.faqs.flatMap(({ question, answer }, row) => (question !== "" || answer !== "" ? [row] : []));
  return {
    ...Object.fromEntries(
      written.flatMap((row, sent) => [
        [`faqs.${sent}.question`, { in: `faq.${row}.question`, label: `Question ${row + 1}` }],
        [`faqs.${sent}.answer`, { in: `faq.${row}.answer`, label: `Answer ${row + 1}` }],
      ]),
    ),
    ...Object.fromEntries(
      rows.socials.map(({ name, url }, row) => [
        `socials.${name}`,
        { in: `social.${row}.${url === "" ? "url" : "name"}`, label: `The link ${name}` },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(listingFields).flatMap(([name, { label }]) => {
        const place = { in: name === "logo_url" ? "logo" : name, label };
        return [
          [`fields.${name}`, place],
          [name, place],
        ];
      }),
    ),
    fields: { in: "headline", label: "The form" },
    apply_to: { label: "Other sites" },
  };
}
