import { expect, test } from "bun:test";
import { sourceOf } from "../../../test/support/crawled-page.ts";
import { findDescription } from "./description.ts";
import { readSite } from "./read-site.ts";

const pages: Parameters<typeof sourceOf>[0] = [
  {
    blocks: [
      ["p", "Fernleaf keeps each note as a text file in a folder you choose. Read more"],
      ["h2", "What it does"],
      ["h3", "Links both ways"],
      ["p", "A side panel shows which notes point at the one that you are reading."],
      ["h3", "Search"],
      ["p", "The search understands the endings of words in nine languages."],
      ["li", "Works without a network"],
      ["li", "Sign up"],
      ["h2", "What customers say"],
      ["p", "Fernleaf is the first note app that my whole family has kept using."],
      ["h2", "Frequently asked questions"],
      ["p", "Questions are answered by the two people who wrote the program."],
    ],
  },
  {
    url: "https://fernleaf.example/about",
    blocks: [
      ["p", "Fernleaf was started in Bergen by a librarian who had lost a notebook to the rain."],
      ["p", "Fernleaf keeps each note as a text file in a folder you choose."],
    ],
  },
];

test("paragraphs, features and what is said of the maker, parted by blank lines", () => {
  expect(findDescription(readSite(sourceOf(pages))!, "Fernleaf", null, [])?.value).toBe(
    `Fernleaf keeps each note as a text file in a folder you choose.

- Links both ways: A side panel shows which notes point at the one that you are reading.
- Search: The search understands the endings of words in nine languages.
- Works without a network

Fernleaf was started in Bergen by a librarian who had lost a notebook to the rain.`,
  );
});

test("what most pages repeat belongs to the frame", () => {
  const notice = "Fernleaf has won a prize for the quietest note app of the whole year.";
  const repeated = [1, 2, 3].map((number) => ({
    url: `https://fernleaf.example/${number}`,
    blocks: [["p", notice]] as ["p", string][],
  }));
  expect(findDescription(readSite(sourceOf(repeated))!, "Fernleaf", null, [])).toBeNull();
});

test("a page of ten thousand words gives a description within its limit", () => {
  const sentence = (index: number) =>
    `Part ${index} of the manual speaks of a matter number ${index * 7} at some length.`;
  const blocks = Array.from({ length: 1000 }, (_, index): ["p", string] => ["p", sentence(index)]);
  const value = findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])!.value;
  expect(value.length).toBeLessThanOrEqual(5000);
  expect(value).toEndWith(".");
});

test("the summary leads where the page begins with something else, and customers do not speak in it", () => {
  const blocks: ["p", string][] = [
    ["p", "Additionally, it keeps the same features on every system that people still use."],
    ["p", "Jako tata często wyjeżdżam, a moja córka i tak słyszy mój głos każdego wieczoru."],
    ["p", "Until Sunday you get 20% off the first year of all our notebooks and pens."],
  ];
  const site = readSite(sourceOf([{ blocks }]))!;
  const value = "Fernleaf keeps notes as text files in a folder of your own.";
  const summary = { value, quotes: [{ url: site.home.page.url, quote: value, fetched_at: "2026-11-20T10:00:00Z" }] };
  expect(findDescription(site, "Fernleaf", summary, [])?.value).toBe(`${value}\n\n${blocks[0]![1]}`);
});

test("prices, answers, notes of forms and labels that come again are left to others", () => {
  const answer = "Notes stay in a folder on your own device, whatever happens to us.";
  const blocks: ["p" | "h3", string][] = [
    ["p", "Fernleaf keeps notes as text files in a folder of your own."],
    ["p", "After two days your subscription begins at €19.99 a month."],
    ["p", "By sending this you agree to our privacy policy."],
    ["p", answer],
    ["h3", "Challenge"],
    ["p", "A shop in Oulu lost its paper notes again and again every year."],
    ["h3", "Challenge"],
    ["p", "A school in Turku could not find the notes of its own teachers."],
  ];
  const faqs = [{ question: "Where are my notes?", answer }];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, faqs)?.value).toBe(blocks[0]![1]);
});

test("what stands below news and prices is not about the product", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h2", string][] = [
    ["p", about],
    ["h2", "Новини"],
    ["p", "This week we walked through the woods and wrote about it."],
    ["h2", "Preise und Tarife"],
    ["p", "Whoever writes more than others do pays a little more."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

test("what one gets for an amount, reviews and orders to the reader are left out", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h3" | "h5" | "li" | "div", string][] = [
    ["p", about],
    ["h3", "Studio"],
    ["div", "€9 per month"],
    ["li", "Two rounds of corrections"],
    ["li", "All notes of the team"],
    ["h5", "Great app"],
    ["p", "I've been using it for a long time and I've never lost a note with it."],
    ["p", "Veuillez vérifier votre saisie ou contacter le support par courriel."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});

test("other products and the notes of a form are not told as features", () => {
  const about = "Fernleaf keeps notes as text files in a folder of your own.";
  const blocks: ["p" | "h3" | "label" | "div", string][] = [
    ["p", about],
    ["h3", "Inkwell"],
    ["p", "Inkwell draws the maps that walkers everywhere have come to rely on."],
    ["label", "Your logo"],
    ["div", "Drag your picture here or click, it is shown on each of your pages afterwards."],
  ];
  expect(findDescription(readSite(sourceOf([{ blocks }]))!, "Fernleaf", null, [])?.value).toBe(about);
});
