import type { JsonLdThing, PageImage, PageLink, TextBlock } from "../shared/crawled-page.ts";
import { boundHtml } from "./bound-html.ts";
import { blockTagOf, changesText, ElementStack, isBlock, type OpenElement, wholeDocument } from "./element-stack.ts";
import { attributesOf, decodeText, foldText } from "./fold-text.ts";
import { readJsonLd } from "./json-ld.ts";
import { inOneLanguage } from "./one-language.ts";
import { languageTag, PageHead } from "./page-head.ts";
import { addToldImages, imageSource, largestSize, PageImages } from "./page-images.ts";
import { PageLinks } from "./page-links.ts";
import { regionOf } from "./regions.ts";
import { BaseUrl, resolveUrl } from "./resolve-url.ts";
import { TextBlocks } from "./text-blocks.ts";
import { type Attributes, fadesIn, isCookieBanner, isForScreenReaders, isHidden, isSilent } from "./visibility.ts";

export interface ReadDocument {
  lang: string | null;
  title: string;
  head: PageHead;
  jsonLd: JsonLdThing[];
  blocks: TextBlock[];
  links: PageLink[];
  images: PageImage[];
  frames: string[];
  hasScripts: boolean;
  hasAppRoot: boolean;
  hasAnchors: boolean;
  noscript: string;
  isCut: boolean;
}

const maxDepth = 250;
// The maximum number of elements with a handler for their end. One end tag may close thousands of elements at once.
const maxWaitingEnds = 4000;
const maxFrames = 10;
const maxCaptured = 1024 * 1024;
const appRoot = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|q-app|app-root)$/i;
const inContent = new Set(["main", "article", "section"]);
// Small raised cents are part of the price before them: "$9" and "99" are not "$999".
const shownApart = /(?:^|\s)(?:(?:d-)?block|(?:[\w-]*[-_])?(?:cents?|decimals?|fraction))(?:\s|$)/;

type RewriterElement = HTMLRewriterTypes.Element;

/** Reads HTML once from start to end. @param heedsStyle whether to leave out text hidden by its style */
export const readDocument = (source: string, url: string, heedsStyle = true): ReadDocument =>
  new DocumentReader(url, heedsStyle).read(source);

class DocumentReader {
  readonly #base: BaseUrl;
  readonly #stack = new ElementStack<OpenElement>(wholeDocument);
  readonly #text = new TextBlocks();
  readonly #links = new PageLinks();
  readonly #images = new PageImages();
  readonly #head = new PageHead();
  readonly #frames: string[] = [];
  readonly #captured: { title: string[]; jsonLd: string[]; noscript: string[] } = {
    title: [],
    jsonLd: [],
    noscript: [],
  };
  #capture: string[] | null = null;
  #capturedLength = 0;
  #node = "";
  /** Whether the last thing read was a line break. On pages without paragraphs, two breaks separate passages. */
  #isAfterBreak = false;
  #waitingEnds = 0;
  #lang: string | null = null;
  #hasScripts = false;
  #hasAppRoot = false;
  #hasAnchors = false;

  constructor(
    url: string,
    private readonly heedsStyle: boolean,
  ) {
    this.#base = new BaseUrl(url);
  }

  read(source: string): ReadDocument {
    const { html, isCut } = boundHtml(source);
    new HTMLRewriter()
      .on("*", { element: (element) => this.#element(element) })
      .onDocument({ text: (chunk) => this.#chunk(chunk) })
      .transform(html);
    this.#links.end();
    this.#endBlock(this.#stack.top);
    const { meta } = this.#head;
    const jsonLd = readJsonLd(this.#captured.jsonLd);
    const lang = this.#lang ?? this.#head.language ?? languageTag(meta["og:locale"] ?? null);
    addToldImages(this.#images, { meta, jsonLd, base: this.#base.href });
    return {
      lang,
      title: foldText(decodeText(this.#captured.title[0] ?? ""), 500),
      head: this.#head,
      jsonLd,
      blocks: inOneLanguage(this.#text.blocks, this.#text.languages, lang),
      links: this.#links.links,
      images: this.#images.images,
      frames: this.#frames,
      hasScripts: this.#hasScripts,
      hasAppRoot: this.#hasAppRoot,
      hasAnchors: this.#hasAnchors,
      noscript: this.#captured.noscript.join("\n"),
      isCut,
    };
  }

  #element(element: RewriterElement): void {
    const tag = element.tagName;
    const get = attributesOf(element);
    this.#capture = null;
    this.#ended(this.#stack.endBefore(tag));
    const around = this.#stack.top;
    if (isBlock(tag) || (tag === "br" && this.#isAfterBreak && !/^h\d$/.test(around.blockTag))) this.#endBlock(around);
    else if (/^(?:br|img|sup)$/.test(tag) || shownApart.test(get("class") ?? "")) this.#text.space();

    this.#isAfterBreak = tag === "br";

    const opened = this.#open(tag, get, around);
    this.#readFacts(tag, get, opened);
    if (!element.canHaveContent || tag === "frame" || !changesText(opened, around)) return;
    // Beyond the maximum depth, only elements that start a hidden part are tracked.
    const isTooDeep = this.#stack.depth >= maxDepth && (!opened.isHidden || around.isHidden);
    if (isTooDeep || this.#waitingEnds >= maxWaitingEnds) return;
    this.#stack.push(opened);
    this.#waitingEnds++;
    element.onEndTag(() => {
      this.#waitingEnds--;
      this.#capture = null;
      this.#ended(this.#stack.end(opened));
    });
  }

  #open(tag: string, get: (name: string) => string | null, around: OpenElement): OpenElement {
    const attributes = { get };
    // The title of an SVG drawing describes the drawing, not the page.
    const isSilentHere = isSilent(tag) || (tag === "title" && !around.isForLinksOnly);
    return {
      tag,
      blockTag: blockTagOf(tag, around),
      isBlock: isBlock(tag),
      region: regionOf(tag, attributes, around.region, around.isInContent),
      isInContent: around.isInContent || inContent.has(tag) || get("role") === "main",
      isHidden:
        around.isHidden ||
        isSilentHere ||
        isHidden(tag, attributes, this.heedsStyle && !fadesIn(attributes)) ||
        isCookieBanner(tag, attributes),
      isForLinksOnly: around.isForLinksOnly || tag === "svg" || isForScreenReaders(attributes),
      language: declaredLanguage(tag, attributes) ?? around.language,
    };
  }

  #readFacts(tag: string, get: (name: string) => string | null, opened: OpenElement): void {
    const base = this.#base.href;
    const { isHidden } = opened;
    if (tag === "html") this.#lang ??= languageTag(get("lang") ?? get("xml:lang"));
    else if (tag === "base") this.#base.set(get("href"));
    else if (tag === "meta") this.#head.addMeta(get, base);
    else if (tag === "link") this.#readLinkElement(get);
    else if (tag === "title" && !opened.isForLinksOnly) this.#begin(this.#captured.title);
    else if (tag === "script") this.#readScript(get("type"));
    else if (tag === "noscript") this.#begin(this.#captured.noscript);
    else if (tag === "frame") this.#addFrame(get("src"));
    else if ((tag === "a" || tag === "area") && !isHidden) {
      const fallback = get("aria-label") ?? get("title") ?? get("alt") ?? "";
      const about = { rel: get("rel") ?? "", region: opened.region, fallback };
      const href = get("href") ?? "";
      this.#hasAnchors ||= /^#\w/.test(href);
      this.#links.begin(href, base, about);
      if (tag === "area") this.#links.end();
    } else if (tag === "img" && !isHidden) this.#readImage(get, opened);
    else if (appRoot.test(get("id") ?? "") || tag === "app-root") this.#hasAppRoot = true;
  }

  #readLinkElement(get: (name: string) => string | null): void {
    const rel = new Set((get("rel") ?? "").toLowerCase().split(/\s+/));
    const href = get("href") ?? "";
    this.#head.addLink(rel, href, get, this.#base.href);
    const about = { size: largestSize(get("sizes")), type: get("type") ?? "" };
    if (rel.has("apple-touch-icon") || rel.has("apple-touch-icon-precomposed"))
      this.#images.add("touch_icon", href, this.#base.href, about);
    else if (rel.has("icon")) this.#images.add("icon", href, this.#base.href, about);
  }

  #readScript(type: string | null): void {
    if (type?.toLowerCase().includes("ld+json")) this.#begin(this.#captured.jsonLd);
    else this.#hasScripts = true;
  }

  #addFrame(src: string | null): void {
    const url = resolveUrl(src ?? "", this.#base.href);
    if (url !== null && this.#frames.length < maxFrames) this.#frames.push(url);
  }

  #readImage(get: (name: string) => string | null, { region }: OpenElement): void {
    const alt = get("alt") ?? "";
    this.#links.addText(` ${alt} `);
    const source = imageSource(get);
    const names = `${alt} ${get("class") ?? ""} ${get("id") ?? ""} ${source?.match(/[^/]*$/)?.[0] ?? ""}`;
    // Further down the page, a logo usually belongs to a customer.
    const isOwn = region === "header" || region === "nav" || (this.#links.open && isRoot(this.#links.open.url));
    if (source && isOwn && /(?:^|[^a-z])logo/i.test(names)) this.#images.add("inline", source, this.#base.href);
  }

  #begin(into: string[]): void {
    if (into.length >= 30 || this.#capturedLength > maxCaptured) return;
    into.push("");
    this.#capture = into;
  }

  #chunk({ text, lastInTextNode }: HTMLRewriterTypes.Text): void {
    if (this.#capture) {
      this.#capture[this.#capture.length - 1] += text;
      this.#capturedLength += text.length;
      if (this.#capturedLength > maxCaptured) this.#capture = null;
      return;
    }
    if (!this.#stack.top.isHidden) this.#node += text;
    // A reference such as `&amp;` may be split between chunks, so the whole node is decoded.
    if (!lastInTextNode || this.#node === "") return;
    const decoded = decodeText(this.#node);
    this.#node = "";
    if (decoded.trim() !== "") this.#isAfterBreak = false;
    this.#links.addText(decoded);
    if (!this.#stack.top.isForLinksOnly) this.#text.add(decoded, this.#links.open, this.#stack.depth);
  }

  #ended(elements: OpenElement[]): void {
    this.#text.leave(this.#stack.depth);
    for (const element of elements) {
      if (element.tag === "a") this.#links.end();
      if (element.isBlock) this.#endBlock(element);
    }
  }

  #endBlock({ blockTag, region, language }: OpenElement): void {
    this.#text.end(blockTag, region, language);
    this.#links.addText(" ");
  }
}

/** The language of an element inside `<body>`, from an attribute or from a class such as `lang-en`. */
function declaredLanguage(tag: string, { get }: Attributes): string | null {
  if (tag === "html" || tag === "body") return null;
  const written = get("lang") ?? get("data-lang") ?? languageClass.exec(get("class") ?? "")?.[1] ?? null;
  const language = languageTag(written);
  return language === null ? null : new Intl.Locale(language).language;
}
const languageClass = /(?:^|\s)lang(?:uage)?[-_]([a-z]{2})(?:\s|$)/i;

const isRoot = (url: string) => URL.parse(url)?.pathname === "/";
