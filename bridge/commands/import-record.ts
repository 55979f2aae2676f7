import * as z from "zod";
import { listingFields } from "#db/schema/listing-fields.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { filled, line, slug, socialLinks, webUrl } from "#tools/core/input/fields.ts";
import { parseInput } from "#tools/core/input/input.ts";
import { fieldChanges, fieldsRecord, filledText } from "#tools/listings/shared/fields.ts";
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
export type Checked<Record> = { record: Record; ignored: string[] } | { refused: string };

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

export const licenseTag = (license: string) =>
  `license-${license
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-+|-+$/g, "")}`;
