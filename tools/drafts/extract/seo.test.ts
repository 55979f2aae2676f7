import { expect, test } from "bun:test";
import { sourceOf } from "../../../test/support/crawled-page.ts";
import { readSite } from "./read-site.ts";
import { seoDescription, seoTitle } from "./seo.ts";

const found = (value: string) => ({ value, quotes: [] });
const titleOf = (title: string, headline = "Plain text notes for walkers") =>
  seoTitle(readSite(sourceOf([{ title }]))!, found("Fernleaf"), found(headline)).value;

test.each([
  ["Fernleaf: notes for walkers", "Fernleaf: notes for walkers"],
  ["Fernleaf | Home", "Fernleaf – Plain text notes for walkers"],
  ["Inici | Fernleaf", "Fernleaf – Plain text notes for walkers"],
  ["Fernleaf: notes for walkers | Fernleaf", "Fernleaf: notes for walkers"],
  ["", "Fernleaf – Plain text notes for walkers"],
  [`Fernleaf ${"words ".repeat(20)}`, "Fernleaf – Plain text notes for walkers"],
])("a page called %p is titled %p", (title, expected) => {
  expect(titleOf(title)).toBe(expected);
});

test("a headline that does not fit is cut before what only adds to it", () => {
  expect(titleOf("", "Plain text notes in a folder of your own, for people who walk and write")).toBe(
    "Fernleaf – Plain text notes in a folder of your own",
  );
});

test("the page's description is cut to 160 characters, the summary stands in for a short one", () => {
  const site = (description: string) => readSite(sourceOf([{ meta: { description } }]))!;
  const sentence = "Fernleaf keeps each note as a text file in a folder that you choose yourself.";
  expect(seoDescription(site(`${sentence} ${sentence} ${sentence}`), "Fernleaf", null).value).toBe(
    `${sentence} ${sentence}`,
  );
  expect(seoDescription(site("Notes."), "Fernleaf", found(sentence)).value).toBe(sentence);
});

test("one long sentence is cut before words that only add to it, not within a phrase", () => {
  const long =
    "Fernleaf provides notes in Egypt, route planning, and weather support across Ain Sokhna, Alexandria, and Suez Canal paths for walkers and for the schools and clubs that take them along";
  const { value } = seoDescription(readSite(sourceOf([{ meta: { description: long } }]))!, "Fernleaf", null);
  expect(long).toStartWith(value);
  expect(value).toEndWith("for walkers and for the schools");
});
