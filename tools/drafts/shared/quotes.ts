import type { CrawledPage } from "./crawled-page.ts";
import type { Quote } from "./writing.ts";

export const maxQuoteLength = 200;

const foldSpace = (text: string) => text.replace(/\s+/gu, " ").trim();

export function stringsOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth > 20) return [];
  return Object.values(value).flatMap((part) => stringsOf(part, depth + 1));
}

// A page is searched many times, so its folded text is kept. Line breaks separate the passages, because neither
// passages nor quotes contain one.
const foldedPages = new WeakMap<CrawledPage, string>();

export const foldedPage = (page: CrawledPage) => foldedPages.getOrInsertComputed(page, foldTexts);

function foldTexts({ title, meta, blocks, links, jsonLd }: CrawledPage): string {
  const texts = [
    title,
    ...Object.values(meta),
    ...blocks.map(({ text }) => text),
    ...links.flatMap(({ text, url }) => [text, url]),
    ...jsonLd.flatMap((thing) => stringsOf(thing)),
  ];
  return texts.map(foldSpace).join("\n");
}

/** Joins the parts of a quote, between which a page says more. */
export const elision = " … ";
/** The maximum number of characters that a quote leaves out in one place. */
const maxElided = 1000;

/** Ignores differences in white space. */
export function standsIn(page: CrawledPage, quote: string): boolean {
  const [first = "", ...others] = foldSpace(quote).split(elision);
  const text = foldSpace(foldedPage(page));
  for (let at = text.indexOf(first); first !== "" && at >= 0; at = text.indexOf(first, at + 1)) {
    let end = at + first.length;
    const isWhole = others.every((part) => {
      const next = text.indexOf(part, end);
      const isNear = next >= 0 && next - end <= maxElided;
      end = next + part.length;
      return isNear;
    });
    if (isWhole) return true;
  }
  return false;
}

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

export function quoteFrom(page: CrawledPage, text: string): Quote {
  return { url: page.url, quote: cutQuote(text), fetched_at: page.fetchedAt };
}

export function findQuote(pages: CrawledPage[], text: string): Quote | null {
  const quote = cutQuote(text);
  const page = pages.find((candidate) => standsIn(candidate, quote));
  return page === undefined ? null : quoteFrom(page, quote);
}
