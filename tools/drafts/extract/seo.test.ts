import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { readSite } from "./read-site.ts";
import { seoDescription, seoTitle } from "./seo.ts";

const found = (value: string) => ({ value, quotes: [] });
const titleOf = (title: string, headline = "Plain text notes for walkers") =>
  seoTitle(readSite(sourceOf([{ title }]))!, found("Fernleaf"), found(headline))?.value;

test.each([
  ["Fernleaf: notes for walkers", "Fernleaf: notes for walkers"],
  ["Fernleaf: short notes", "Fernleaf – Plain text notes for walkers"],
  ["Notes for people who walk and write", "Fernleaf – Plain text notes for walkers"],
  ["Inici | Fernleaf", "Fernleaf – Plain text notes for walkers"],
  ["", "Fernleaf – Plain text notes for walkers"],
  [`Fernleaf ${"words ".repeat(20)}`, "Fernleaf – Plain text notes for walkers"],
])("page title %p: SEO title %p", (title, expected) => {
  expect(titleOf(title)).toBe(expected);
});

test("title of little more than the name, and no headline or a long one: no SEO title", () => {
  const site = readSite(sourceOf([{ title: "Fernleaf | Home" }]))!;
  expect(seoTitle(site, found("Fernleaf"), null)).toBeNull();
  const long = "Plain text notes in a folder of your own, for people who walk and write";
  expect(seoTitle(site, found("Fernleaf"), found(long))).toBeNull();
});

const sentence = "Fernleaf keeps each note as a text file in a folder that you choose yourself, and nowhere else.";
const summary = "Fernleaf is a note app for walkers.";
test.each([
  ["of 80 to 160 characters", sentence, sentence],
  ["that is longer", `${sentence} ${sentence}`, sentence],
  ["that is short", "Notes.", summary],
  ["that is one long sentence", `${sentence.slice(0, -1)}, ${sentence}`, summary],
  ["without a full stop", sentence.slice(0, -1), summary],
  ["that is missing", "", summary],
])("description %s: SEO description", (_, description, expected) => {
  const site = readSite(sourceOf([{ meta: { description } }]))!;
  expect(seoDescription(site, "Fernleaf", found(summary))?.value).toBe(expected);
});

test("no description and no summary: no SEO description", () => {
  const site = readSite(sourceOf([{ blocks: [["p", sentence]] }]))!;
  expect(seoDescription(site, "Fernleaf", null)).toBeNull();
});
