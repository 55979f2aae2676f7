import { expect, test } from "bun:test";
import type { FieldName } from "#db/schema/listing-fields.ts";
import { completeFields } from "#test/support/records/draft.ts";
import { emptyFields } from "../../listings/shared/fields.ts";
import { fieldsToWrite } from "./to-write.ts";

const passage = (id: string, ...fields: FieldName[]) => ({
  id,
  url: "https://fernleaf.example/",
  quote: `Text of ${id}`,
  fetched_at: "2026-11-20T10:00:00Z",
  for: fields,
});
const passages = [passage("p1", "summary", "headline"), passage("p2", "summary", "pricing"), passage("p3")];
const written = { fields: completeFields, passages, suggestedCategories: ["invoicing"] };

test("empty fields: listed with their passages if a listing needs them or a passage supports them", () => {
  const fields = fieldsToWrite({ ...written, fields: emptyFields });
  expect(fields.map(({ field, passages: ids }) => [field, ...ids])).toEqual([
    ["name"],
    ["headline", "p1"],
    ["summary", "p1", "p2"],
    ["categories"],
    ["pricing", "p2"],
  ]);
});

test("categories: have the suggested slugs", () => {
  const fields = { ...completeFields, categories: [] };
  expect(fieldsToWrite({ ...written, fields })).toEqual([
    { field: "categories", passages: [], suggestions: ["invoicing"] },
  ]);
});
