import { expect, test } from "bun:test";
import { crawledPage } from "#test/support/fakes/crawled-page.ts";
import { factsOf, inventionsIn } from "./site-facts.ts";

const facts = factsOf([
  crawledPage({
    url: "https://www.fernleaf.example/",
    blocks: [
      ["p", "Works with Node.js 24 and syncs 1,200 notes for $4.00 a month, or 30 € a year."],
      ["p", "Write to hello@fernleaf.example. Someone wrote evil-text.example here."],
      ["p", "٣٥ ملاحظة、１２件"],
    ],
    links: [["https://docs.fernleaf.example/start/", "Docs", "main"]],
    jsonLd: [{ "@type": ["Offer"], price: "99.00" }],
  }),
]);

test.each([
  "It runs on Node.js 24.",
  "It syncs 1200 notes for $4 a month or €30 a year.",
  "35 notes and 12 others, or ３５.",
  "Mail goes to hello@fernleaf.example.",
  "See fernleaf.example, https://fernleaf.example and https://docs.fernleaf.example/start.",
  "It costs 99.",
  "A note-taking app, e.g. for teams.",
])("%j: nothing invented", (text) => {
  expect(inventionsIn(text, facts)).toEqual([]);
});

test.each([
  ["See https://evil.example/x.", ["https://evil.example/x"]],
  ["See https://fernleaf.example/made-up", ["https://fernleaf.example/made-up"]],
  ["See (https://docs.fernleaf.example.evil.example/start)", ["https://docs.fernleaf.example.evil.example/start"]],
  ["See https://hello@evil.example", ["https://hello@evil.example"]],
  // This URL is written on a page but not linked.
  ["See https://evil-text.example", ["https://evil-text.example"]],
  ["Visit www.evil.example!", ["www.evil.example"]],
  ["Visit evil.example", ["evil.example"]],
  ["Load ftp://fernleaf.example/made-up", ["ftp://fernleaf.example/made-up"]],
  ["Write to sales@evil.example", ["sales@evil.example"]],
  ["It has 5,000 users.", ["5000"]],
  ["Only $24 a month", ["$24"]],
  ["Only €4 a month", ["€4"]],
  ["Version 1.3", ["13"]],
])("%j: invents %j", (text, inventions) => {
  expect(inventionsIn(text, facts)).toEqual(inventions);
});
