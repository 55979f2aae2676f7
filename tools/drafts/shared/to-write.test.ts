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
const written = { fields: completeFields, editedFields: [], passages, suggestedCategories: ["invoicing"] };
const long = "Every berth has an account. ".repeat(10);

test("empty fields: listed with their passages if a listing needs them or a passage supports them", () => {
  const fields = fieldsToWrite({ ...written, fields: emptyFields });
  expect(fields.map(({ field, reason, passages: ids }) => [field, reason, ...ids])).toEqual([
    ["name", "empty"],
    ["headline", "empty", "p1"],
    ["summary", "empty", "p1", "p2"],
    ["categories", "empty"],
    ["pricing", "empty", "p2"],
  ]);
});

test("categories: have the suggested slugs", () => {
  const fields = { ...completeFields, description: long, categories: [] };
  expect(fieldsToWrite({ ...written, fields })).toEqual([
    { field: "categories", reason: "empty", passages: [], suggestions: ["invoicing"] },
  ]);
});

test("description under 200 characters: to write unless a person wrote it", () => {
  const supported = { ...written, passages: [passage("p1", "description")] };
  expect(fieldsToWrite(supported)).toEqual([{ field: "description", reason: "short", passages: ["p1"] }]);
  expect(fieldsToWrite({ ...supported, editedFields: ["description"] })).toEqual([]);
  expect(fieldsToWrite({ ...supported, fields: { ...completeFields, description: long } })).toEqual([]);
});
