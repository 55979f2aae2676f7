import { expect, test } from "bun:test";
import type { Passage } from "../shared/writing.ts";
import { unsupportedIn } from "./unsupported.ts";

const passage = (quote: string): Passage => ({
  id: "p1",
  url: "https://fernleaf.example/",
  quote,
  fetched_at: "2026-11-21T10:00:00Z",
  for: ["summary"],
});
const passages = [
  passage("Fernleaf ist eine App für Notizen auf Englisch, ab 4 € im Monat, mit 1,200 Vorlagen."),
  passage("Läuft auf macOS. Gemacht in Fernham von Ada Field."),
];
const product = { url: "https://fernleaf.example/", name: "Fernleaf" };
const unsupported = (summary: string) => unsupportedIn({ summary }, passages, product);

test("facts of the passages, the product's name and names of languages: nothing reported", () => {
  expect(unsupported("Fernleaf is a note app in English. It costs €4 a month and has 1200 templates.")).toEqual([]);
  expect(unsupported("Ada Fields made it in Fernham for German speakers. It runs on macOS.")).toEqual([]);
});

test("number, price, URL, platform or name in no passage: reported with its field", () => {
  expect(unsupported("It has 9,000 templates.")).toEqual(["summary: 9000"]);
  expect(unsupported("It costs $4 a month.")).toEqual(["summary: $4"]);
  expect(unsupported("See https://evil.example/x for more.")).toEqual(["summary: https://evil.example/x"]);
  expect(unsupported("It runs on Linux.")).toEqual(["summary: Linux"]);
  expect(unsupported("It works with the Notion of your team.")).toEqual(["summary: Notion"]);
});

test("platforms: any usual word for them counts, but not a part of another word", () => {
  const browser = [passage("Works in any browser. The winner gets a window seat.")];
  expect(unsupportedIn({ platforms: ["Web", "Windows"] }, browser, product)).toEqual(["platforms: Windows"]);
});

test("choices and fields that were not sent: not compared", () => {
  expect(unsupportedIn({ categories: ["Invented"], pricing: "paid" }, passages, product)).toEqual([]);
});

test("website without passages: nothing reported", () => {
  expect(unsupportedIn({ summary: "It has 9,000 templates for Notion." }, [], product)).toEqual([]);
});

test("platforms and questions: compared like texts, each value once and at most 20", () => {
  const faqs = Array.from({ length: 10 }, (_, i) => ({
    question: `Why ${i}77?`,
    answer: `Because of ${i}88 and ${i}77.`,
  }));
  expect(unsupportedIn({ platforms: ["macOS", "Android"] }, passages, product)).toEqual(["platforms: Android"]);
  const found = unsupportedIn({ faqs }, passages, product);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(20);
});
