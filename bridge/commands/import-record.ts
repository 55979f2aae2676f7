import * as z from "zod";
import { listingFields } from "#db/schema/listing-fields.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { filled, line, slug, socialLinks, webUrl } from "#tools/core/input/fields.ts";
import { parseInput } from "#tools/core/input/input.ts";
import { fieldChanges, fieldsRecord, filledText } from "#tools/listings/shared/fields.ts";
import { namedLicense, proprietary } from "#tools/listings/shared/formats.ts";
import { withheld } from "#tools/listings/shared/import-listings.ts";
import { subjectFacts } from "#tools/search/subjects/save-subject.ts";

const text = (max: number) => filled(line(max));

const categoryName = text(80).refine(
  (name) => /[\p{Script=Latin}\d]/u.test(name),
  "must contain a Latin letter or a digit for use in the record's URL",
);

const categoryLine = z.object({
  name: categoryName,
  description: text(500).or(z.literal("")).nullable().optional(),
  slug: slug.optional(),
  parent: slug.or(z.literal("")).nullable().optional(),
});

const yesOrNo = new Map([
  ["true", "yes"],
  ["false", "no"],
]);

// All fields that people can edit, except the logo, which an import would have to fetch. Some lists may be longer than
// the form allows.
const listingLine = fieldChanges
  .omit({ logo_url: true })
  .extend({
    name: filledText(listingFields.name),
    url: webUrl,
    headline: filledText(listingFields.headline),
    summary: filledText(listingFields.summary),
    categories: z.array(categoryName).max(20).default([]),
    platforms: z.array(filledText(listingFields.platforms.entry)).max(40).default([]),
    pricing: fieldsRecord.shape.pricing.default(null),
    self_hosted: z.preprocess((value) => yesOrNo.get(String(value)) ?? value, fieldChanges.shape.self_hosted),
    licenses: z.array(text(60)).max(20).default([]),
    tags: z.array(text(60)).max(40).default([]),
    socials: socialLinks.default({}),
    // Files from other sources may use `status` with a different meaning.
    status: withheld.optional().catch(undefined),
    stars: z.coerce.number().int().min(0).max(1e9).nullable().default(null),
  })
  .strip();

const subjectLine = z.object(subjectFacts);

/** A valid record with the names of its unknown fields, or the reason why the record is refused. */
export type Checked<Record> = { record: Record; ignored: string[]; unknownLicenses?: string[] } | { refused: string };

export const readCategory = (value: unknown) => check(categoryLine, value);
export const readSubject = (value: unknown) => check(subjectLine, value);
export const readListing = (value: unknown) => check(listingLine, value);

export type ListingLine = z.output<typeof listingLine>;

function check<Schema extends z.ZodObject>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  try {
    const record = parseInput(schema, value, { isEmptyAbsent: false });
    return { record, ignored: Object.keys(value as object).filter((field) => !Object.hasOwn(schema.shape, field)) };
  } catch (error) {
    if (error instanceof Problem)
      return { refused: error.errors.map((e) => `${e.field} ${e.message}`.trim()).join("; ") };
    throw error;
  }
}

/**
 * Returns the SPDX expression for a list of licenses, and the names that SPDX does not have. A list means a choice
 * (`OR`). With an unknown name, the license stays unknown, because the name may restrict the others.
 */
export function licenseOf(names: readonly string[]): { license: string | null; unknown: string[] } {
  const found = names.map((name) => ({ name, license: namedLicense(name) }));
  const unknown = found.flatMap(({ name, license }) =>
    license === null || (license === proprietary && names.length > 1) ? [name] : [],
  );
  const parts = [...new Set(found.map(({ license }) => license!))];
  const text = parts.map((part) => (parts.length > 1 && part?.includes(" ") ? `(${part})` : part)).join(" OR ");
  const isKnown = names.length > 0 && unknown.length === 0 && text.length <= listingFields.license.max;
  return { license: isKnown ? text : null, unknown };
}

export const licenseTag = (license: string) =>
  `license-${license
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-+|-+$/g, "")}`;
