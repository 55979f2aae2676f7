import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isUsualLanguage } from "../crawl/link-language.ts";
import { isArticlePath, pageKindOf, partsOf } from "../crawl/page-kind-of.ts";
import { manualParts, type PageKindName } from "../crawl/page-kinds.ts";
import { isForSale } from "../crawl/placeholder.ts";
import { type CrawledPage, isWellKnown, type JsonLdThing, type TextBlock } from "../shared/crawled-page.ts";
import { maxQuoteLength, quoteFrom } from "../shared/quotes.ts";
import type { DraftSource, Quote } from "../shared/writing.ts";
import { isCookieText } from "./noise.ts";
import { patternsOf } from "./phrases.ts";
import phraseLists from "./words/read-site.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

export interface Passage {
  page: CrawledPage;
  text: string;
}

export interface Found<Value> {
  value: Value;
  quotes: Quote[];
}

export type PageKind = "home" | "about" | "pricing" | "features" | "faq" | "docs" | "blog" | "people" | "other";

export interface SitePage {
  page: CrawledPage;
  kind: PageKind;
  /** The page's own content, without navigation, footer and repeated text. */
  content: TextBlock[];
}

export interface Site {
  url: string;
  home: SitePage;
  pages: SitePage[];
  /** Documents for programs below `/.well-known/`. */
  documents: CrawledPage[];
  things: { page: CrawledPage; thing: JsonLdThing }[];
}

const kindsByName: Record<PageKindName, PageKind> = {
  pricing: "pricing",
  about: "about",
  features: "features",
  faq: "faq",
  help: "faq",
  goods: "other",
  team: "people",
  contact: "people",
  docs: "docs",
  introduction: "docs",
  download: "docs",
  changelog: "blog",
  blog: "blog",
};

const mostBlocks = 500;
/** The maximum number of characters read from a page. A longer page has described its subject by then. */
const mostCharacters = 24_000;
const longestBlock = 4000;

const comparison =
  /(?:^|-)(?:compare|comparison|comparing|versus|vs|alternatives?|vergleich|comparatif|comparativa|confronto|porownanie)(?:-|\.|$)/u;

function kindOf(page: CrawledPage): PageKind {
  const parts = partsOf(new URL(page.url));
  const ownParts = parts.filter((part, index) => index > 0 || !isUsualLanguage(part));
  if (isArticlePath(ownParts) || ownParts.some((part) => comparison.test(part))) return "blog";
  // The first part of the title may reveal the kind if the URL does not.
  const title = page.title.split(/\s[|–—-]\s|[|｜]/u)[0] ?? "";
  const kind = pageKindOf(ownParts, title);
  if (kind) return kindsByName[kind.name];
  return ownParts.some((part) => manualParts.has(part)) ? "docs" : "other";
}

/** Passages that appear on at least half of the pages and so belong to the site's layout. */
function repeatedTexts(pages: CrawledPage[]): Set<string> {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const text of new Set(page.blocks.map((block) => block.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const least = Math.max(3, Math.ceil(pages.length / 2));
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text));
}

function contentOf(page: CrawledPage, repeated: Set<string>): TextBlock[] {
  const content: TextBlock[] = [];
  if (page.blocks.length < 40 && page.blocks.some(({ text }) => isForSale(text))) return content;
  let left = mostCharacters;
  for (const block of page.blocks) {
    // The introduction is often in a `<header>`. Headings and paragraphs there are not part of a menu.
    const isHero = block.region === "header" && /^(?:h[1-6]|p)$/u.test(block.tag);
    if (block.region !== "main" && !isHero) continue;
    if (repeated.has(block.text) && block.tag !== "h1") continue;
    if (isCookieText(block.text) || isInstruction(block.text)) continue;
    if (left <= 0 || content.length >= mostBlocks) break;
    left -= block.text.length;
    content.push(block.text.length > longestBlock ? { ...block, text: block.text.slice(0, longestBlock) } : block);
  }
  return content;
}

const mostOfBeginning = 12;
const refersToOwnPolicy = phrases.refersToOwnPolicy;

const isPolicy = ({ blocks }: CrawledPage) =>
  blocks
    .filter(({ region }) => region === "main")
    .slice(0, mostOfBeginning)
    .filter(({ text }) => refersToOwnPolicy.test(text)).length > 1;

export function readSite(source: DraftSource): Site | null {
  const documents = source.pages.filter(({ url }) => isWellKnown(url));
  const shown = source.pages.filter(({ url }) => !isWellKnown(url));
  const repeated = repeatedTexts(shown);
  const pages = shown.map(
    (page, index): SitePage => ({
      page,
      kind: index === 0 ? "home" : kindOf(page),
      content: isPolicy(page) ? [] : contentOf(page, repeated),
    }),
  );
  // A first page that is a frameset or a splash screen has no text of its own.
  const isTelling = ({ page, content }: SitePage) =>
    content.some(({ text }) => text.length > 40) || (page.meta.description ?? "").length > 40;
  const home = pages.find(isTelling) ?? pages[0];
  if (home === undefined) return null;
  home.kind = "home";
  const things = pages.flatMap(({ page }) => page.jsonLd.map((thing) => ({ page, thing })));
  return { url: source.url, home, pages, documents, things };
}

export const pagesOfKind = (site: Site, ...kinds: PageKind[]) => site.pages.filter(({ kind }) => kinds.includes(kind));

export const isHeading = (block: TextBlock) => /^h[1-6]$/u.test(block.tag);

const typesOf = (thing: JsonLdThing) => (Array.isArray(thing["@type"]) ? thing["@type"] : [thing["@type"]]).map(String);

export const hasType = (thing: JsonLdThing, types: RegExp) => typesOf(thing).some((type) => types.test(type));

export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value === "number") return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

/** JSON-LD things that describe the product, not its maker. One of a shop's many products does not count. */
export function productThings(site: Site): Site["things"] {
  const software = site.things.filter(({ thing }) =>
    hasType(thing, /(?:Software|Web|Mobile)(?:Application|SourceCode)$|^VideoGame$/u),
  );
  if (software.length > 0) return software;
  const products = site.things.filter(
    ({ page, thing }) => page === site.home.page && hasType(thing, /^(?:Product|Service)$/u),
  );
  return products.length === 1 ? products : [];
}

const ofPart =
  /Article$|Posting$|^(?:Person|Offer|AggregateOffer|Review|Question|Answer|Event|HowTo\w*|ImageObject|VideoObject|ListItem|WebPage|BreadcrumbList)$/u;

export function namedThings(site: Site, name: string): Site["things"] {
  const known = name.toLowerCase();
  return site.things.filter(
    ({ page, thing }) =>
      page === site.home.page &&
      known !== "" &&
      !hasType(thing, ofPart) &&
      !productThings(site).some((product) => product.thing === thing) &&
      textsOf(thing.name).some((text) => text.toLowerCase().includes(known)),
  );
}

export function quotesOf(passages: readonly Passage[]): Quote[] {
  const quotes: Quote[] = [];
  for (const { page, text } of passages) {
    const quote = quoteFrom(page, text);
    if (quote.quote !== "" && !quotes.some((known) => known.quote === quote.quote)) quotes.push(quote);
    if (quotes.length === 3) break;
  }
  return quotes;
}

export function aroundMatch(text: string, at: number, length: number): string {
  if (text.length <= maxQuoteLength) return text;
  const before = text.slice(0, at).search(/[^.!?。]*$/u);
  const start = at - before > 80 ? text.indexOf(" ", at - 80) + 1 : before;
  return text.slice(Math.min(start, at), Math.max(at + length, start + maxQuoteLength - 20)).trim();
}
