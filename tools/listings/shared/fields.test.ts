import { expect, test } from "bun:test";
import { camelCase } from "#db/schema/columns.ts";
import { companyFacts } from "#db/schema/companies.ts";
import { fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { listingTexts } from "#db/schema/listings.ts";
import { completeFields } from "#test/support/records/draft.ts";
import { columnsOf, draftFieldNames, emptyFields, fieldChanges, fieldsRecord } from "./fields.ts";
import { publicListing } from "./records.ts";

test("every column that people fill is a field's, and every field's is there", () => {
  const keptIn = (table: string) =>
    fieldNames.flatMap((name): string[] => {
      const { kind, in: at } = fieldOf[name];
      return at === table && kind !== "special" ? [camelCase(name)] : [];
    });
  // The address says which company it is, and the logo is an image that a job fetches.
  expect([...keptIn("companies"), "url", "logoHash"].toSorted()).toEqual(Object.keys(companyFacts).toSorted());
  expect(keptIn("listings").toSorted()).toEqual(Object.keys(listingTexts).toSorted());
});

test("every field has a place in the public record, but for what search engines are told", () => {
  const shown = Object.keys(publicListing.shape);
  expect(fieldNames.filter((name) => !shown.includes(name))).toEqual(["seo_title", "seo_description"]);
});

test("every field is empty in a form it can be answered in, and takes its own example", () => {
  for (const name of fieldNames) {
    const { example, label } = fieldOf[name];
    if (example !== undefined)
      expect([name, fieldChanges.safeParse({ [name]: example }).success]).toEqual([name, true]);
    expect(label).toMatch(/^[A-Z]/);
  }
  expect(fieldsRecord.safeParse({ ...emptyFields, logo_url: null }).success).toBe(true);
});

test("a draft's fields are divided among company and listing", () => {
  const company = columnsOf("companies", completeFields);
  const listing = columnsOf("listings", completeFields);
  expect(company).toMatchObject({ name: "Harbour Ledger", pricing: "freemium" });
  expect(listing).toMatchObject({ headline: completeFields.headline, seoTitle: completeFields.seo_title });
  // Categories are rows of their own.
  expect(Object.keys({ ...company, ...listing })).toHaveLength(draftFieldNames.length - 1);
});
