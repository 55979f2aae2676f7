import { expect, test } from "bun:test";
import { sourceOf } from "#test/support/fakes/crawled-page.ts";
import { readSite } from "./read-site.ts";
import { seoDescription, seoTitle } from "./seo.ts";

const found = (value: string) => ({ value, quotes: [] });
const titleOf = (title: string, headline = "Plain text notes for walkers") =>
  seoTitle(readSite(sourceOf([{ title }]))!, found("Fernleaf"), found(headline))?.value;

test.each([
  ["Fernleaf: notes for walkers", "Fernleaf: notes for walkers"],
  ["Fernleaf | Home", "Fernleaf – Plain text notes for walkers"],
  ["Inici | Fernleaf", "Fernleaf – Plain text notes for walkers"],
  ["Fernleaf: notes for walkers | Fernleaf", "Fernleaf: notes for walkers"],
  ["", "Fernleaf – Plain text notes for walkers"],
  [`Fernleaf ${"words ".repeat(20)}`, "Fernleaf – Plain text notes for walkers"],
])("page title %p: SEO title %p", (title, expected) => {
  expect(titleOf(title)).toBe(expected);
});

test("no headline: SEO title from the page title, or none if the title is only a name", () => {
  const titled = (title: string) => seoTitle(readSite(sourceOf([{ title }]))!, found("Fernleaf"), null)?.value ?? null;
  expect(titled("Fernleaf | Plain text notes in a folder of your own, for people who walk")).toStartWith(
    "Fernleaf – Plain text notes",
  );
  expect(titled("Fernleaf | Home")).toBeNull();
});

test("no description and no summary: no SEO description", () => {
  expect(
    seoDescription(readSite(sourceOf([{ blocks: [["p", "Fernleaf is a note app."]] }]))!, "Fernleaf", null),
  ).toBeNull();
});

test("headline too long: cut before additions", () => {
  expect(titleOf("", "Plain text notes in a folder of your own, for people who walk and write")).toBe(
    "Fernleaf – Plain text notes in a folder of your own",
  );
});

test("description: cut to 160 characters; too short: the summary is used", () => {
  const site = (description: string) => readSite(sourceOf([{ meta: { description } }]))!;
  const sentence = "Fernleaf keeps each note as a text file in a folder that you choose yourself.";
  expect(seoDescription(site(`${sentence} ${sentence} ${sentence}`), "Fernleaf", null)?.value).toBe(
    `${sentence} ${sentence}`,
  );
  expect(seoDescription(site("Notes."), "Fernleaf", found(sentence))?.value).toBe(sentence);
});

test("long sentence: cut before additions, not within a phrase", () => {
  const long =
    "Fernleaf provides notes in Egypt, route planning, and weather support across Ain Sokhna, Alexandria, and Suez Canal paths for walkers and for the schools and clubs that take them along";
  const { value } = seoDescription(readSite(sourceOf([{ meta: { description: long } }]))!, "Fernleaf", null)!;
  expect(long).toStartWith(value);
  expect(value).toEndWith("and Suez Canal paths");
});

test.each([
  [
    "Fernleaf prints for the valley of Fernham and around: leaflets for your shop, labels for jars, stickers for cars, signs above the door, shirts for your team and quite a lot of paper.",
    "Fernleaf prints for the valley of Fernham and around",
  ],
  [
    "Fernleaf is a quiet drinking tracker for telephones that respects your sleep at night, integrates with the health data you keep, measures what you drink, and shows each week.",
    "Fernleaf is a quiet drinking tracker for telephones that respects your sleep at night",
  ],
  [
    "Fernleaf es una entidad sin ánimo de lucro de los pueblos del valle de Fernham cuyo principal objetivo es apoyar y representar tanto a las personas mayores como a sus familias del valle.",
    "Fernleaf es una entidad sin ánimo de lucro de los pueblos del valle de Fernham",
  ],
  [
    "Fernleaf is the free service book of a house and its garden. Keep track of devices, repairs, renovations, documents, papers, receipts, warranties, meters, rooms, plants, tools and the use of energy.",
    "Fernleaf is the free service book of a house and its garden.",
  ],
])("%p: cut to a whole clause", (long, expected) => {
  expect(seoDescription(readSite(sourceOf([{ meta: { description: long } }]))!, "Fernleaf", null)?.value).toBe(
    expected,
  );
});
