import * as z from "zod";
import type { companyFacts } from "#db/schema/companies.ts";
import type { listingTexts } from "#db/schema/listings.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { filled, line, paragraphs, socialLinks } from "../../core/input/fields.ts";

/** Where a field is kept: with the company, which all sites share, or with its listing on one site. */
type Kept =
  | { of: "company"; column: keyof typeof companyFacts | null }
  /** Null where it takes more than to put the value into a column: an image to fetch, rows of another table. */
  | { of: "listing"; column: keyof typeof listingTexts | null };

type Field = Kept & {
  /** What people read. */
  label: string;
  /** How it is sent. */
  input: z.ZodType;
  /** How it is answered. */
  record: z.ZodType;
  /** Where nothing is known of it. */
  empty: unknown;
  /** Characters of a text, entries of a list; no fewer than `min` once a draft becomes a listing. */
  min: number;
  max: number;
  /** Whether `apply_to` copies it to the company's listings on other sites. */
  isCopied?: true;
};

/** What to tell of a text, whose bound is looked at only after white space is folded. */
const told = (max: number, description: string, example: string) => ({
  description: description === "" ? `Up to ${max} characters` : `${description}, up to ${max} characters`,
  example,
});

const text = (kind: typeof line, [min, max]: [number, number], description: string, example: string) => ({
  input: kind(max).meta(told(max, description, example)),
  record: z.string(),
  empty: "",
  min,
  max,
});

/** The same for a text that responses show as null where there is none: null clears it, as empty text does. */
const clearableText = (max: number, example: string) => ({
  ...text(line, [0, max], "", example),
  input: line(max)
    .nullable()
    .transform((sent) => sent ?? "")
    .meta(told(max, "", example)),
});

const list = <Sent extends z.ZodType, Shown extends z.ZodType>(
  [min, max]: [number, number],
  sent: Sent,
  shown: Shown,
  meta: { description: string; example?: z.output<Shown>[] },
) => ({ input: z.array(sent).max(max).meta(meta), record: z.array(shown), empty: [] as z.output<Shown>[], min, max });

/** Most characters of what stands in lists. */
export const entryLimits = { platform: 60, question: 200, answer: 1000 } as const;

const maxSocials = 12;

/** Platforms without those that differ only in case from an earlier one, which search takes for the same. */
export const platformsOnce = (names: readonly string[]): string[] => {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, i) => folded.indexOf(folded[i]!) === i);
};

const platforms = list([0, 10], filled(line(entryLimits.platform)), z.string(), {
  description: "Such as Web, iOS",
  example: ["Web", "iOS"],
});

const faq = z.strictObject({
  question: filled(line(entryLimits.question)).meta({ description: "Question", example: "Does it print receipts?" }),
  answer: filled(paragraphs(entryLimits.answer)).meta({ description: "Answer", example: "Yes, on any printer." }),
});

/** The fields of a listing that people write, in the order they are shown. What is sent of a list replaces all of it. */
export const listingFields = {
  name: {
    label: "Name",
    of: "company",
    column: "name",
    ...text(line, [2, 80], "", "Harbour Ledger"),
  },
  headline: {
    label: "Headline",
    of: "listing",
    column: "headline",
    isCopied: true,
    ...text(line, [10, 160], "Without the name", "Bookkeeping for small marinas"),
  },
  summary: {
    label: "Summary",
    of: "listing",
    column: "summary",
    isCopied: true,
    ...text(line, [40, 500], "", "Keeps the books of small marinas."),
  },
  description: {
    label: "Description",
    of: "company",
    column: "description",
    ...text(paragraphs, [0, 5000], "Plain text", "Every berth has an account."),
  },
  categories: {
    label: "Categories",
    of: "listing",
    column: null,
    ...list([1, 3], z.string().max(120), z.string(), {
      description: "Slugs such as invoicing, best first",
      example: ["invoicing"],
    }),
  },
  pricing: {
    label: "Pricing",
    of: "company",
    column: "pricing",
    input: z.enum(pricingModels).nullable().describe("Null if not known"),
    record: z.enum(pricingModels).nullable(),
    empty: null,
    min: 0,
    max: 1,
  },
  platforms: {
    label: "Platforms",
    of: "company",
    column: "platforms",
    ...platforms,
    input: platforms.input.overwrite(platformsOnce),
  },
  socials: {
    label: "Links",
    of: "company",
    column: "socials",
    input: socialLinks
      .refine((links) => Object.keys(links).length <= maxSocials, `must have at most ${maxSocials} entries`)
      .describe("Profile addresses; replaces all"),
    record: z.record(z.string(), z.string()),
    empty: {},
    min: 0,
    max: maxSocials,
  },
  faqs: {
    label: "Questions and answers",
    of: "listing",
    column: "faqs",
    ...list([0, 10], faq, z.strictObject({ question: z.string(), answer: z.string() }), {
      description: `Replaces all; up to ${entryLimits.question} and ${entryLimits.answer} characters`,
    }),
  },
  logo_url: {
    label: "Logo",
    of: "company",
    column: null,
    input: z.string().trim().max(2000).nullable().meta({
      description: "Image to fetch; null removes it",
      example: "https://example.com/logo.png",
    }),
    record: z.string().nullable(),
    empty: null,
    min: 0,
    max: 2000,
  },
  seo_title: {
    label: "Title for search engines",
    of: "listing",
    column: "seoTitle",
    isCopied: true,
    ...clearableText(70, "Harbour Ledger: books for marinas"),
  },
  seo_description: {
    label: "Description for search engines",
    of: "listing",
    column: "seoDescription",
    isCopied: true,
    ...clearableText(160, "Berths and dues in one ledger."),
  },
} satisfies Record<string, Field>;

type Fields = typeof listingFields;
export type FieldName = keyof Fields;
export const fieldNames = Object.keys(listingFields) as FieldName[];

/** One part of every field by its name, such as all schemas of what is sent. */
const ofEveryField = <Part extends "input" | "record" | "empty">(part: Part) =>
  Object.fromEntries<unknown>(fieldNames.map((name) => [name, listingFields[name][part]])) as {
    [Name in FieldName]: Fields[Name][Part];
  };

/** All fields as they are answered. */
export const fieldsRecord = z.strictObject(ofEveryField("record"));

/** All fields as they are sent; one that is not sent stays as it is. */
export const fieldChanges = z.strictObject(ofEveryField("input")).partial();

/** The fields that the writer of a draft fills in: all but the logo, which is an image and no words. */
export type DraftFields = Omit<z.output<typeof fieldsRecord>, "logo_url">;
export type DraftField = keyof DraftFields;

const { logo_url: _, ...empty } = ofEveryField("empty");

/** Whether nothing is known of a field. */
export const isEmpty = (value: DraftFields[DraftField]) => value === null || Object.keys(value).length === 0;

/** Fields of which nothing is known. */
export const emptyFields: DraftFields = empty;
export const draftFieldNames = Object.keys(emptyFields) as DraftField[];

/** What of written fields is kept in columns of the company, or of the listing, by those columns. */
export type ColumnsOf<Owner extends Kept["of"]> = {
  [Name in DraftField as Fields[Name] extends { of: Owner; column: infer Column extends string }
    ? Column
    : never]: DraftFields[Name];
};

export function columnsOf<Owner extends Kept["of"]>(owner: Owner, fields: DraftFields): ColumnsOf<Owner>;
export function columnsOf<Owner extends Kept["of"]>(
  owner: Owner,
  fields: Partial<DraftFields>,
): Partial<ColumnsOf<Owner>>;
export function columnsOf(owner: Kept["of"], fields: Partial<DraftFields>) {
  return Object.fromEntries<unknown>(
    draftFieldNames.flatMap((name) => {
      const { of, column } = listingFields[name];
      return of === owner && column !== null && name in fields ? [[column, fields[name]]] : [];
    }),
  );
}
