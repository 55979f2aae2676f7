import type { CrawledPage } from "../shared/crawled-page.ts";
import { decodeDocument } from "./charset.ts";
import { mainTexts } from "./main-text.ts";
import { pageKindOf, partsOf } from "./page-kind-of.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

export interface PageSource {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
  /** A time in RFC 3339 format. */
  fetchedAt: string;
  isRendered: boolean;
}

export interface PageFacts extends Pick<ReadDocument, "frames" | "hasScripts" | "hasAppRoot" | "hasAnchors" | "isCut"> {
  alternates: { lang: string; url: string }[];
  manifest: string | null;
  refresh: string | null;
  shownLength: number;
}

/** Reads a page. Never throws; invalid input gives an empty page. */
export function readPage(source: PageSource): { page: CrawledPage; facts: PageFacts } {
  const html = decodeDocument(source.bytes, source.contentType);
  const document = behindCurtain(html, source.url);
  const { frames, hasScripts, hasAppRoot, hasAnchors, isCut, head } = document;
  const { alternates, manifest, refresh } = head;
  const shownLength = lengthOf(document);
  const facts = { frames, hasScripts, hasAppRoot, hasAnchors, isCut, alternates, manifest, refresh, shownLength };
  return {
    page: asPage(document, source, tellsOfProduct(source.url) ? mainTexts(html, source.url) : new Set()),
    facts,
  };
}

/** Whether a page is likely to describe the product. The main text of other pages is not extracted. */
function tellsOfProduct(url: string): boolean {
  const kind = pageKindOf(partsOf(new URL(url)), "")?.name;
  return kind === undefined || kind === "about" || kind === "features";
}

/**
 * Limits in characters. Hidden text is read only if the visible text has at most `shown`, and all text at least
 * `hidden`.
 */
const curtained = { shown: 40, hidden: 400 };

/** Reads a document, including the text that a script reveals after loading if almost nothing else is visible. */
function behindCurtain(html: string, url: string): ReadDocument {
  const document = readDocument(html, url);
  if (!document.hasScripts || lengthOf(document) > curtained.shown) return document;
  const unveiled = readDocument(html, url, false);
  return lengthOf(unveiled) >= curtained.hidden ? unveiled : document;
}

const lengthOf = ({ blocks }: ReadDocument) => blocks.reduce((sum, { text }) => sum + text.length, 0);

function asPage(
  document: ReadDocument,
  { url, fetchedAt, isRendered }: PageSource,
  main: ReadonlySet<string>,
): CrawledPage {
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
    blocks: shown.blocks.map((block) => (main.has(block.text) ? { ...block, isMain: true } : block)),
    links: links.length > 0 ? links : shown.links,
    images: document.images,
  };
}

/** Drops text such as "You need to enable JavaScript to run this app", which does not describe the product. */
const withoutPleas = (document: ReadDocument): ReadDocument => ({
  ...document,
  blocks: document.blocks.filter(({ text }) => text.length > 200 || !/java\s?script/i.test(text)),
});
