import type { CrawledPage } from "../shared/crawled-page.ts";
import { decodeDocument } from "./charset.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

export interface PageSource {
  /** The document, decompressed. */
  bytes: Uint8Array;
  /** The header that came with it. */
  contentType: string | null;
  /** Address that answered. */
  url: string;
  /** RFC 3339. */
  fetchedAt: string;
  /** Whether `bytes` is what a browser made of the page, with its scripts. */
  isRendered: boolean;
}

/** What a crawl needs of a document to go on from it. */
export interface PageFacts extends Pick<ReadDocument, "frames" | "hasScripts" | "hasAppRoot" | "hasAnchors" | "isCut"> {
  /** The same page in other languages. */
  alternates: { lang: string; url: string }[];
  manifest: string | null;
  /** Where the page sends its readers on to. */
  refresh: string | null;
  /** Characters that can be seen on it without scripts. */
  shownLength: number;
}

/** What a crawl keeps of an HTML document, and what it goes on from. Never throws; nonsense is an empty page. */
export function readPage(source: PageSource): { page: CrawledPage; facts: PageFacts } {
  const document = behindCurtain(decodeDocument(source.bytes, source.contentType), source.url);
  const { frames, hasScripts, hasAppRoot, hasAnchors, isCut, head } = document;
  const { alternates, manifest, refresh } = head;
  const shownLength = lengthOf(document);
  const facts = { frames, hasScripts, hasAppRoot, hasAnchors, isCut, alternates, manifest, refresh, shownLength };
  return { page: asPage(document, source), facts };
}

/** Below it a document shows nothing, from it on it says something. */
const curtained = { shown: 40, hidden: 400 };

/** The document, with what a script unveils once it is loaded where nothing else is to be seen. */
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
  // A page that shows nothing else may have told readers without scripts what it is.
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

/** "You need to enable JavaScript to run this app" says nothing of the product. */
function withoutPleas(document: ReadDocument): ReadDocument {
  return {
    ...document,
    blocks: document.blocks.filter(({ text }) => text.length > 200 || !/java\s?script/i.test(text)),
  };
}
