import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { boundHtml } from "./bound-html.ts";
import { readDocument } from "./read-document.ts";

/** The library compares each element with its ancestors: 20,000 nested tags take 13 s, 250 take a few milliseconds. */
const limits = { depth: 250, tags: 20_000 };
/** The library's own minimum is 500 characters, but a short home page has less text. */
const charThreshold = 200;

/** Long attribute values are images or script settings. The library's patterns for class names are slow on them. */
const longValue = /=\s*(?:"[^"]{300,}"|'[^']{300,}')/g;

/**
 * Returns the texts of a page's main part, without menus, footers and the like. Returns an empty set if the library
 * finds no main part or if the document is too large or too deeply nested.
 */
export function mainTexts(source: string, url: string): Set<string> {
  const { html, depth, tags } = boundHtml(source);
  if (depth > limits.depth || tags > limits.tags) return new Set();
  try {
    const { document } = parseHTML(html.replace(longValue, '=""'));
    const article = new Readability(document, { charThreshold }).parse();
    const blocks = readDocument(article?.content ?? "", url).blocks;
    return new Set(blocks.map(({ text }) => text));
  } catch {
    // The library assumes a <body> and parent elements that a broken document may lack.
    return new Set();
  }
}
