import type { CrawledPage } from "./crawled-page.ts";
import type { Quote } from "./writing.ts";

/** Characters of the longest quote that is kept. */
export const maxQuoteLength = 200;

const foldSpace = (text: string) => text.replace(/\s+/gu, " ").trim();

/** Strings and numbers in a JSON-LD thing, as deep as anyone nests them. */
function stringsOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth > 20) return [];
  return Object.values(value).flatMap((part) => stringsOf(part, depth + 1));
}

// A page is asked many times; line breaks part its texts, and folded texts and quotes have none.
const foldedPages = new WeakMap<CrawledPage, string>();

/** Every text of the page, each on a line of its own with its white space folded. */
export function foldedPage(page: CrawledPage): string {
  const known = foldedPages.get(page);
  if (known !== undefined) return known;
  const texts = [
    page.title,
    ...Object.values(page.meta),
    ...page.blocks.map((block) => block.text),
    ...page.links.flatMap((link) => [link.text, link.url]),
    ...page.jsonLd.flatMap((thing) => stringsOf(thing)),
  ];
  const folded = texts.map(foldSpace).join("\n");
  foldedPages.set(page, folded);
  return folded;
}

/** Whether a quote is a part of one text of the page (title, meta, block, link, JSON-LD), letter for letter but for white space. */
export function standsIn(page: CrawledPage, quote: string): boolean {
  const folded = foldSpace(quote);
  return folded !== "" && foldedPage(page).includes(folded);
}

/** The first `longestQuote` characters, ended at a sentence where one ends in the second half, else at a word. */
export function cutQuote(text: string): string {
  const folded = foldSpace(text);
  const characters = [...folded];
  if (characters.length <= maxQuoteLength) return folded;
  const start = characters.slice(0, maxQuoteLength).join("");
  const sentences = /^[\s\S]*(?:[.!?؟](?=\s)|[。！？])/u.exec(start)?.[0];
  if (sentences !== undefined && sentences.length > start.length / 2) return sentences;
  const isWordsEnd = characters[maxQuoteLength] === " ";
  return isWordsEnd ? start : start.replace(/(?<=.{100}) \S*$/su, "");
}

/** A text of the page as its quote, cut to length. */
export function quoteFrom(page: CrawledPage, text: string): Quote {
  return { url: page.url, quote: cutQuote(text), fetched_at: page.fetchedAt };
}

/** The text as a quote of the first page it stands in, cut to length, or null. */
export function findQuote(pages: CrawledPage[], text: string): Quote | null {
  const quote = cutQuote(text);
  const page = pages.find((candidate) => standsIn(candidate, quote));
  return page === undefined ? null : quoteFrom(page, quote);
}
