import { expect, test } from "bun:test";
import { overlapOf, stemOf, stemsOf, termsOf } from "./words.ts";

test.each([
  ["invoicing", "invoices"],
  ["scheduling", "schedule"],
  ["galleries", "gallery"],
  ["planning", "plan"],
  ["databases", "database"],
  ["notes", "note"],
])("%p and %p have one stem", (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test.each([
  ["booking", "book"],
  ["running", "run"],
  ["news", "new"],
])("%p and %p are two things", (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});

test("stems leave out what says nothing of a subject", () => {
  expect(stemsOf("Keep all of your to-do lists in one place")).toEqual(["keep", "todo", "list", "plac"]);
});

test("texts overlap by what they say, in any script", () => {
  expect(overlapOf("Notes as plain files", "Your note is a plain file")).toBe(1);
  expect(overlapOf("Notes as plain files", "Recipes for bakers")).toBe(0);
  expect(termsOf("予約台帳")).toEqual(new Set(["予約", "約台", "台帳"]));
  expect(overlapOf("", "anything")).toBe(0);
});
