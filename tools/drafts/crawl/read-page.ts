import type { CrawledPage } from "../shared/crawled-page.ts";
import { decodeDocument } from "./charset.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

export interface PageSource {
  /** The document, decompressed. */
  bytes: Uint8Array;
  /** The Content-Type header. */
  contentType: string | null;
  /** URL after redirects. */
  url: string;
  /** RFC 3339. */
  fetchedAt: string;
  /** Whether a browser produced `bytes` by running the page's scripts. */
  isRendered: boolean;
}

/** The facts of a document that the crawl continues with. */
export interface PageFacts extends Pick<ReadDocument, "frames" | "hasScripts" | "hasAppRoot" | "hasAnchors" | "isCut"> {
  /** The same page in other languages. */
  alternates: { lang: string; url: string }[];
  manifest: string | null;
  /** Target of a refresh. */
  refresh: string | null;
  /** Number of characters visible without scripts. */
  shownLength: number;
}

/**
 * Reads an HTML document: the page to keep and the facts for the crawl. Never throws; invalid input gives an empty
 * page.
 */
export function readPage(source: PageSource): { page: CrawledPage; facts: PageFacts } {
  const document = behindCurtain(decodeDocument(source.bytes, source.contentType), source.url);
  const { frames, hasScripts, hasAppRoot, hasAnchors, isCut, head } = document;
  const { alternates, manifest, refresh } = head;
  const shownLength = lengthOf(document);
  const facts = { frames, hasScripts, hasAppRoot, hasAnchors, isCut, alternates, manifest, refresh, shownLength };
  return { page: asPage(document, source), facts };
}

/**
 * Characters: a document with less than `shown` is empty, and one with at least `hidden` behind its style has content.
 */
const curtained = { shown: 40, hidden: 400 };

/** The document with the text that a script reveals after loading, if nothing else is visible. */
function behindCurtain(html: string, url: string): ReadDocument {
  const document = readDocument(html, url);
  if (!document.hasScripts || lengthOf(document) > curtained.shown) return document;
  const unveiled = readDocument(html, url, false);
  return lengthOf(unveiled) >= curtained.hidden ? unveiled : document;
}

const lengthOf = ({ blocks }: ReadDocument) => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** The part of a document that is kept. */
function asPage(document: ReadDocument, { url, fetchedAt, isRendered }: PageSource): CrawledPage {
  const { lang, title, head, jsonLd, links } = document;
  // A page that is otherwise empty may describe itself to readers without scripts.
  const shown = document.blocks.length > 0 ? document : withoutPleas(readDocument(document.noscript, url));
  return {
    url: url.replace(/#.*$/, ""),
    fetchedAt,
    isRendered,
    lang,
    title,
    meta: head.meta,
    canonical: head.canonical,
    jsonLd,
    blocks: shown.blocks,
    links: links.length > 0 ? links : shown.links,
    images: document.images,
  };
}

/** "You need to enable JavaScript to run this app" does not describe the product. */
function withoutPleas(document: ReadDocument): ReadDocument {
  return {
    ...document,
    blocks: document.blocks.filter(({ text }) => text.length > 200 || !/java\s?script/i.test(text)),
  };
}
