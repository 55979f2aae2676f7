import { OutboundError } from "../../core/ports/outbound.ts";
import type { Renderer } from "../../core/ports/renderer.ts";
import type { CrawledPage } from "../shared/crawled-page.ts";
import { asCrawlFailed, CrawlFailed, failureOfStatus, hostOf } from "./crawl-failed.ts";
import type { CrawlPorts } from "./crawl-site.ts";
import { htmlFailure } from "./html-failure.ts";
import { inThread } from "./in-thread.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import type { PageFacts, PageSource } from "./read-page.ts";
import { RobotsRules } from "./robots.ts";
import { isSameSite } from "./same-site.ts";

export interface FetchParts {
  fetch: PoliteFetch;
  robots: RobotsRules;
  renderer: Renderer | null;
  now(): Date;
  signal: AbortSignal;
  pageMs: number;
}

export interface FetchedPage {
  page: CrawledPage;
  facts: PageFacts;
  isTruncated: boolean;
  /** Whether the page is nearly empty without scripts and no browser was available to run them. */
  lacksScripts: boolean;
}

export interface PlainPage extends FetchedPage {
  source: PageSource;
}

export function fetchParts({ outbound, renderer, now, limits }: CrawlPorts, signal: AbortSignal): FetchParts {
  const fetch = new PoliteFetch(outbound, { signal, pauseMs: limits?.pauseMs ?? 100 });
  const pageMs = limits?.pageMs ?? 12_000;
  return { fetch, robots: new RobotsRules(fetch, pageMs), renderer, now, signal, pageMs };
}

const maxBytes = 2 * 1024 * 1024;
const maxRefreshes = 3;
const headers = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5", "accept-language": "en,*;q=0.5" };
/** The maximum number of visible characters in an application shell, which shows at most a name and a menu. */
const shellLength = 250;
const emptyLength = 80;
const onTheWay =
  /\b(?:loading|redirect(?:ing)?)\b|(?:wird|werden) (?:geladen|weitergeleitet)|chargement|redirection|cargando|redirigiendo|carregando|redirecionando|caricamento|laden|ładowanie|przekierow|загрузка|завантаження|読み込み中|加载中|로딩|جار[ٍي] التحميل/iu;

/** Reads one page as a visitor sees it. Throws CrawlFailed, or the signal's reason. */
export async function fetchPage(parts: FetchParts, address: string): Promise<FetchedPage> {
  const { source: _, ...plain } = await fetchWithoutScripts(parts, address);
  return plain.lacksScripts ? withScripts(parts, plain) : plain;
}

/** Reads a home page. Runs its scripts if they build the menu, because the menu leads to the other pages. */
export async function fetchHomePage(parts: FetchParts, address: string): Promise<FetchedPage> {
  const { source: _, ...plain } = await fetchWithoutScripts(parts, address);
  return plain.lacksScripts || lacksMenu(plain) ? withScripts(parts, plain) : plain;
}

export async function fetchWithoutScripts(parts: FetchParts, address: string): Promise<PlainPage> {
  let url = address;
  for (let refreshes = 0; ; refreshes++) {
    const plain = await fetchPlain(parts, url).catch((error) => {
      throw asCrawlFailed(error);
    });
    const next = plain.facts.refresh;
    if (next === null || next === plain.page.url || next === url) return plain;
    if (refreshes === maxRefreshes)
      throw new CrawlFailed(
        "too_many_redirects",
        `${hostOf(url)} redirects too many times. Enter the URL where the redirects end.`,
      );
    url = next;
  }
}

async function fetchPlain({ fetch, robots, now, pageMs }: FetchParts, url: string): Promise<PlainPage> {
  await checkRobots(robots, url);
  const answer = await fetch.fetch(url, { maxBytes, whenTooLarge: "truncate", timeoutMs: pageMs, headers });
  // The redirect's target is known only now. If robots.txt forbids the target, its content is discarded.
  if (answer.redirects.length > 0) await checkRobots(robots, answer.url);
  const contentType = answer.headers.get("content-type");
  const failure = failureOfStatus(answer.status, answer.url) ?? htmlFailure(answer.bytes, contentType);
  if (failure) throw failure;
  const source = {
    bytes: answer.bytes,
    contentType,
    url: answer.url,
    fetchedAt: now().toISOString(),
    isRendered: false,
  };
  const { page, facts } = await inThread("readPage", source);
  return { page, facts, source, isTruncated: answer.isTruncated || facts.isCut, lacksScripts: isShell(facts) };
}

export async function checkRobots(robots: RobotsRules, url: string): Promise<void> {
  const rules = await robots.of(url);
  if (rules.failure) throw rules.failure;
  if (!(await rules.isAllowed(url)))
    throw new CrawlFailed(
      "robots_forbid",
      `The robots.txt of ${hostOf(url)} blocks our crawler on this page. Allow SlipwayBot in that file, or write the listing yourself.`,
    );
}

const isShell = ({ shownLength, hasScripts, hasAppRoot, frames }: PageFacts) =>
  hasScripts && frames.length === 0 && shownLength < (hasAppRoot ? shellLength : emptyLength);

function lacksMenu({ page, facts }: FetchedPage): boolean {
  if (!facts.hasScripts || facts.frames.length > 0) return false;
  const isOnTheWay =
    facts.shownLength < shellLength &&
    [page.title, ...page.blocks.map(({ text }) => text)].some((text) => onTheWay.test(text));
  return (ownLinks(page) === 0 && !facts.hasAnchors) || isOnTheWay;
}

const ownLinks = (page: CrawledPage) => page.links.filter(({ url }) => isSameSite(page.url, url)).length;

async function withScripts(parts: FetchParts, plain: FetchedPage): Promise<FetchedPage> {
  const shown = await renderPage(parts, plain.page.url);
  if (!shown) return plain;
  const { page, facts } = await inThread("readPage", shown);
  const isMore = page.url !== plain.page.url || ownLinks(page) > ownLinks(plain.page);
  if (page.blocks.length === 0 || (!plain.lacksScripts && !isMore)) return plain;
  return { page, facts, isTruncated: plain.isTruncated || facts.isCut, lacksScripts: false };
}

export async function renderPage(
  { renderer, fetch, now, signal, pageMs }: FetchParts,
  url: string,
): Promise<PageSource | null> {
  if (renderer === null) return null;
  try {
    const shown = await fetch.inTurn(url, () => renderer.render(url, { timeoutMs: pageMs, maxBytes, signal }));
    if (shown.status >= 400) return null;
    return {
      bytes: new TextEncoder().encode(shown.html),
      contentType: "text/html; charset=utf-8",
      url: shown.url,
      fetchedAt: now().toISOString(),
      isRendered: true,
    };
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
