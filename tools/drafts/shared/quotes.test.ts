import { expect, test } from "bun:test";
import type { CrawledPage } from "./crawled-page.ts";
import { cutQuote, findQuote, maxQuoteLength, standsIn } from "./quotes.ts";

const page: CrawledPage = {
  url: "https://fernleaf.example/",
  fetchedAt: "2026-11-20T10:00:00Z",
  isRendered: false,
  lang: "en",
  title: "Fernleaf – notes",
  meta: { description: "Keeps every note as a\n  text file." },
  canonical: null,
  jsonLd: [{ "@type": ["SoftwareApplication"], offers: { price: 12, description: "One licence" } }],
  blocks: [
    { tag: "h1", region: "main", text: "Plain text notes" },
    { tag: "p", region: "main", text: "No account is needed." },
  ],
  links: [{ url: "https://social.example/@fernleaf", text: "Mastodon", rel: "me", region: "footer" }],
  images: [],
};

test("quote: found in titles, meta, blocks, links and JSON-LD, ignoring white space", () => {
  for (const quote of [
    "Fernleaf – notes",
    "every note as a text  file.",
    "Plain text notes",
    "https://social.example/@fernleaf",
    "12",
    "One licence",
    "text notes No account",
    "Plain text notes … is needed.",
  ])
    expect([quote, standsIn(page, quote)]).toEqual([quote, true]);
});

test("changed, reversed or empty quote: not found", () => {
  for (const quote of ["plain text notes", "account … Plain text notes", "Plain text notes.", "", " \n ", " … notes"])
    expect([quote, standsIn(page, quote)]).toEqual([quote, false]);
});

test("found quote: has page URL and read time", () => {
  const other = { ...page, url: "https://fernleaf.example/about", blocks: [] };
  expect(findQuote([other, page], "No account is needed.")).toEqual({
    url: "https://fernleaf.example/",
    quote: "No account is needed.",
    fetched_at: "2026-11-20T10:00:00Z",
  });
  expect(findQuote([other, page], "An account is needed.")).toBeNull();
});

test("long quote: cut at a sentence, otherwise word, otherwise character", () => {
  const sentence = `${"word ".repeat(30).trim()}.`;
  expect(cutQuote(`${sentence} ${sentence}`)).toBe(sentence);
  const words = cutQuote("worded ".repeat(50));
  expect(words).toEndWith(" worded");
  expect(words.length).toBeLessThanOrEqual(maxQuoteLength);
  expect([...cutQuote("界".repeat(300))]).toHaveLength(maxQuoteLength);
  expect([...cutQuote("🌿".repeat(300))]).toHaveLength(maxQuoteLength);
});
