import { expect, test } from "bun:test";
import { camelCase } from "#db/schema/columns.ts";
import { companyFacts } from "#db/schema/companies.ts";
import { fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { listingTexts } from "#db/schema/listings.ts";
import { triggers } from "#db/schema/triggers.ts";
import { completeFields } from "#test/support/records/draft.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import { columnsOf, draftFieldNames, emptyFields, fieldChanges, fieldsRecord } from "./fields.ts";
import { publicListing } from "./records.ts";

test("every column that people fill belongs to a field, and every field has its column", () => {
  const keptIn = (table: string) =>
    fieldNames.flatMap((name): string[] => {
      const { kind, in: at } = fieldOf[name];
      return at === table && kind !== "special" ? [camelCase(name)] : [];
    });
  // The address says which company it is, a job fetches the logo, and edits of facts add sources and former prices.
  const others = ["url", "logoHash", "factSources", "priceHistory"];
  expect([...keptIn("companies"), ...others].toSorted()).toEqual(Object.keys(companyFacts).toSorted());
  expect(keptIn("listings").toSorted()).toEqual(Object.keys(listingTexts).toSorted());
});

test("every field is in the public record, except the SEO texts and the landing URL", () => {
  const shown = Object.keys(publicListing.shape);
  expect(fieldNames.filter((name) => !shown.includes(name))).toEqual(["seo_title", "seo_description", "landing_url"]);
});

test("every field's empty value fits the response, and its example fits the request", () => {
  for (const name of fieldNames) {
    const { example, label } = fieldOf[name];
    if (example !== undefined)
      expect([name, fieldChanges.safeParse({ [name]: example }).success]).toEqual([name, true]);
    expect(label).toMatch(/^[A-Z]/);
  }
  expect(fieldsRecord.safeParse({ ...emptyFields, logo_url: null, landing_url: "" }).success).toBe(true);
});

test("a draft's fields are divided between company and listing", () => {
  const company = columnsOf("companies", completeFields);
  const listing = columnsOf("listings", completeFields);
  expect(company).toMatchObject({ name: "Harbour Ledger", pricing: "freemium" });
  expect(listing).toMatchObject({ headline: completeFields.headline, seoTitle: completeFields.seo_title });
  // Categories are rows of their own.
  expect(Object.keys({ ...company, ...listing })).toHaveLength(draftFieldNames.length - 1);
});

test("the triggers match the fields, and each scanned column is in one", async () => {
  const store = emptyStore();
  const statements = store.read.$client
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  await store.close();
  const present = new Map(statements.map(({ name, sql }) => [name, sql]));
  for (const [name, sql] of triggers) expect(present.get(name)).toBe(sql);
  for (const name of fieldNames.filter((name) => fieldOf[name].scanned)) {
    const [, columns] = / OF (.*) ON /.exec(present.get(`${fieldOf[name].in}_texts_update`)!)!;
    expect(columns!.split(", ")).toContain(name);
  }
});
