import type { CrawledPage } from "../page.ts";
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

/** What a crawl keeps of an HTML document. Never throws; nonsense is an empty page. */
export async function readPage(source: PageSource): Promise<CrawledPage> {
  return asPage(readSource(source), source);
}

/** The document with what the crawl needs to go on from it. */
export const readSource = ({ bytes, contentType, url }: PageSource): ReadDocument =>
  readDocument(decodeDocument(bytes, contentType), url);

/** The part of a document that is kept. */
export function asPage(document: ReadDocument, { url, fetchedAt, isRendered }: PageSource): CrawledPage {
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
