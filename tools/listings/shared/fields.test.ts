import { expect, test } from "bun:test";
import { companyFacts } from "#db/schema/companies.ts";
import { listingTexts } from "#db/schema/listings.ts";
import { completeFields } from "#test/support/records/draft.ts";
import { columnsOf, draftFieldNames, emptyFields, listingFields } from "./fields.ts";
import { publicListing } from "./records.ts";

test("every column that people fill is a field's, and every field's is there", () => {
  const keptWith = (of: string) =>
    Object.values(listingFields).flatMap((field): string[] => (field.of === of && field.column ? [field.column] : []));
  // The address says which company it is, and the logo is an image that a job fetches.
  expect([...keptWith("company"), "url", "logoHash"].toSorted()).toEqual(Object.keys(companyFacts).toSorted());
  expect(keptWith("listing").toSorted()).toEqual(Object.keys(listingTexts).toSorted());
});

test("every field has a place in the public record, but for what search engines are told", () => {
  const shown = Object.keys(publicListing.shape);
  expect(Object.keys(listingFields).filter((name) => !shown.includes(name))).toEqual(["seo_title", "seo_description"]);
});

test("every field is empty in a form it can be answered in, and takes its own example", () => {
  for (const [name, { input, record, label }] of Object.entries(listingFields)) {
    const example = input.meta()?.example;
    if (example !== undefined) expect([name, input.safeParse(example).success]).toEqual([name, true]);
    expect(label).toMatch(/^[A-Z]/);
    if (name in emptyFields) expect(record.safeParse(emptyFields[name as keyof typeof emptyFields]).success).toBe(true);
  }
});

test("a draft's fields are divided among company and listing", () => {
  const company = columnsOf("company", completeFields);
  const listing = columnsOf("listing", completeFields);
  expect(company).toMatchObject({ name: "Harbour Ledger", pricing: "freemium" });
  expect(listing).toMatchObject({ headline: completeFields.headline, seoTitle: completeFields.seo_title });
  // Categories are rows of their own.
  expect(Object.keys({ ...company, ...listing })).toHaveLength(draftFieldNames.length - 1);
});
