import { expect, test } from "bun:test";
import { overlapOf, stemOf, stemsOf, termsOf } from "./words.ts";

test.each([
  ["invoicing", "invoices"],
  ["scheduling", "schedule"],
  ["galleries", "gallery"],
  ["planning", "plan"],
  ["databases", "database"],
  ["notes", "note"],
])("%p and %p: same stem", (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test.each([
  ["booking", "book"],
  ["running", "run"],
  ["news", "new"],
])("%p and %p: different stems", (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});

test("stop words: no stems", () => {
  expect(stemsOf("Keep all of your to-do lists in one place")).toEqual(["keep", "todo", "list", "plac"]);
});

test("overlap: by content words in any script", () => {
  expect(overlapOf("Notes as plain files", "Your note is a plain file")).toBe(1);
  expect(overlapOf("Notes as plain files", "Recipes for bakers")).toBe(0);
  expect(termsOf("予約台帳")).toEqual(new Set(["予約", "約台", "台帳"]));
  expect(overlapOf("", "anything")).toBe(0);
});
