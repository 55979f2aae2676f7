import type { Outbound } from "../../core/ports/outbound.ts";
import type { Renderer } from "../../core/ports/renderer.ts";
import { type CrawledPage, isWellKnown } from "../shared/crawled-page.ts";
import { maxPages } from "../shared/rules.ts";
import type { DraftWarning } from "../shared/writing.ts";
import { asCrawlFailed, CrawlFailed, hostOf } from "./crawl-failed.ts";
import { crawlWarnings } from "./crawl-warnings.ts";
import { type FetchedPage, type FetchParts, fetchHomePage, fetchPage, fetchParts } from "./fetch-page.ts";
import { asKnown, homeFailure } from "./home-page.ts";
import { inThread } from "./in-thread.ts";
import { languageOf } from "./language.ts";
import { findLogo, type Logo } from "./logo.ts";
import { pageKindOf, partsOf } from "./page-kind-of.ts";
import type { PageKindName } from "./page-kinds.ts";
import { pause } from "./polite-fetch.ts";
import { isSameSite, productAddress, withoutTracking } from "./same-site.ts";
import { sitemapUrls } from "./sitemap.ts";
import { fingerprint, isNotFoundPage, shownLength } from "./soft-404.ts";
import { fetchWellKnown, wellKnownUrls } from "./well-known.ts";

export interface CrawlPorts {
  outbound: Outbound;
  renderer: Renderer | null;
  now(): Date;
  /** Limits in milliseconds. The defaults are 30,000 in total, 12,000 per page and 100 between two requests. */
  limits?: { totalMs?: number; pageMs?: number; pauseMs?: number };
}

export interface CrawlProgress {
  /** Pages from an earlier attempt, starting with the home page. The crawl does not request them again. */
  known: CrawledPage[];
  /** The crawl calls this once with the product's final URL, before reading other pages. This function may throw. */
  arrived(url: string): Promise<void>;
  keep(page: CrawledPage): Promise<void>;
  note(pagesRead: number, pagesInAll: number): Promise<void>;
}

export interface CrawledSite {
  url: string;
  pages: CrawledPage[];
  logo: Logo | null;
  warnings: DraftWarning[];
}

export interface OtherPages {
  pages: CrawledPage[];
  isForbidden: boolean;
  isTruncated: boolean;
}

/** If there are fewer links to relevant pages than this, the sitemap is read. */
const fewLinks = 4;
/** The errors of a server that has no https. */
const withoutHttps = new Set(["tls", "timeout", "connection", "protocol"]);
const maxUnusable = 6;
const retryPauseMs = 300;
const longDelayMs = 1000;

/**
 * Reads the pages of a site that describe its product. Throws CrawlFailed, an error thrown by `progress`, or the
 * signal's reason. If time runs out after the home page, returns the pages read so far.
 * @param mayUseHttp reads the site over http if it does not answer over https
 */
export async function crawlSite(
  ports: CrawlPorts,
  url: string,
  progress: CrawlProgress,
  signal: AbortSignal,
  mayUseHttp = false,
): Promise<CrawledSite> {
  const address = vetted(ports.outbound, url);
  const clock = new AbortController();
  const totalMs = ports.limits?.totalMs ?? 30_000;
  const timer = setTimeout(() => clock.abort(new TimeIsOver()), totalMs);
  const both = AbortSignal.any([signal, clock.signal]);
  try {
    return await new Crawl(fetchParts(ports, both), address, progress, mayUseHttp).run();
  } catch (error) {
    if (!(error instanceof TimeIsOver)) throw error;
    throw new CrawlFailed("timeout", `Reading ${hostOf(url)} took longer than ${totalMs / 1000} s. Try again later.`);
  } finally {
    clearTimeout(timer);
    clock.abort(new TimeIsOver());
  }
}

function vetted(outbound: Outbound, url: string): string {
  try {
    return withoutTracking(outbound.vet(url).href);
  } catch (error) {
    throw asCrawlFailed(error);
  }
}

class TimeIsOver extends Error {}

class Crawl {
  #isOutOfTime = false;

  constructor(
    private readonly parts: FetchParts,
    private readonly submitted: string,
    private readonly progress: CrawlProgress,
    private readonly mayUseHttp: boolean,
  ) {}

  async run(): Promise<CrawledSite> {
    const { known, arrived, keep } = this.progress;
    const home = known[0] ? asKnown(known[0]) : await this.#fetchHome();
    const url = productAddress(this.submitted, home.page.url);
    await arrived.call(this.progress, url);
    if (!known[0]) await keep.call(this.progress, home.page);

    const [others, logo] = await Promise.all([
      this.#fetchOthers(home),
      this.#beforeTimeIsOver(null, () => findLogo(this.parts, home)),
    ]);
    const documents = await this.#fetchDocuments(url);
    const pages = [home.page, ...others.pages, ...documents];
    const warnings = crawlWarnings({ home, others, url, isOutOfTime: this.#isOutOfTime });
    return { url, pages, logo, warnings };
  }

  /** Reads what the site tells programs. An earlier attempt may have done so. */
  async #fetchDocuments(url: string): Promise<CrawledPage[]> {
    const { known, keep } = this.progress;
    const documents = known.filter((page) => isWellKnown(page.url));
    const isSlow = (await this.parts.robots.of(url)).delayMs > longDelayMs;
    for (const address of documents.length > 0 || isSlow ? [] : wellKnownUrls(url)) {
      const page = await fetchWellKnown(this.parts, address).catch((error) => {
        // Without time for these documents, the draft still has all pages.
        if (!(error instanceof CrawlFailed || error instanceof TimeIsOver)) throw error;
      });
      if (!page) continue;
      documents.push(page);
      await keep.call(this.progress, page);
    }
    return documents;
  }

  async #fetchHome(): Promise<FetchedPage> {
    const home = await fetchHomePage(this.parts, this.submitted).catch(async (error) => {
      if (!(error instanceof CrawlFailed)) throw error;
      if (this.mayUseHttp && withoutHttps.has(error.code)) {
        const overHttp = this.submitted.replace(/^https:/, "http:");
        // The first error says more, for example that a certificate has expired.
        return fetchHomePage(this.parts, overHttp).catch((second) => {
          throw second instanceof CrawlFailed && withoutHttps.has(second.code) ? error : second;
        });
      }
      if (error.code !== "timeout" && error.code !== "connection") throw error;
      this.parts.robots.forget();
      await pause(retryPauseMs, this.parts.signal);
      return fetchHomePage(this.parts, this.submitted);
    });
    const failure = homeFailure(home);
    if (failure) throw failure;
    return home;
  }

  async #fetchOthers(home: FetchedPage): Promise<OtherPages> {
    const known = this.progress.known.slice(1).filter(({ url }) => !isWellKnown(url));
    const result: OtherPages = { pages: known, isForbidden: false, isTruncated: false };
    const others = new OthersSoFar(home.page, result.pages);
    await this.#beforeTimeIsOver(undefined, async () => {
      const addresses = await this.#choose(home);
      const waiting = addresses.filter((address) => !others.hasAddress(address));
      const inAll = () => Math.min(maxPages, 1 + result.pages.length + underway + waiting.length);
      const order = new Map(addresses.map((address, index) => [address, index]));
      let unusable = 0;
      let underway = 0;
      await this.progress.note(1 + result.pages.length, inAll());
      const work = async () => {
        while (waiting.length > 0 && 1 + result.pages.length + underway < maxPages && unusable < maxUnusable) {
          const address = waiting.shift()!;
          underway++;
          const fetched = await this.#fetchOther(address, result);
          const isKept = fetched !== null && isSameSite(home.page.url, fetched.page.url) && others.add(fetched.page);
          if (isKept) {
            result.isTruncated ||= fetched.isTruncated;
            order.set(fetched.page.url, addresses.indexOf(address));
            result.pages.push(fetched.page);
          } else unusable++;
          underway--;
          if (!isKept) continue;
          await this.progress.keep(fetched.page);
          await this.progress.note(1 + result.pages.length, inAll());
        }
      };
      await Promise.all([work(), work()]);
      await this.progress.note(1 + result.pages.length, 1 + result.pages.length);
      result.pages.sort((a, b) => (order.get(a.url) ?? maxPages) - (order.get(b.url) ?? maxPages));
    });
    return result;
  }

  async #choose({ page, facts }: FetchedPage): Promise<string[]> {
    const frames = facts.frames.filter((url) => isSameSite(page.url, url));
    const about = { home: page.url, language: languageOf(page), alternates: facts.alternates };
    const chosen = await inThread("choosePages", { ...about, links: page.links });
    const isEnough = chosen.filter((url) => !isOfKind(url, "goods")).length >= fewLinks;
    if (isEnough && (answersQuestions(page) || chosen.some(isOnQuestions))) return [...frames, ...chosen];
    const listed = await this.#listed(page.url, isEnough);
    const links = listed.map((url) => ({ url, text: "", region: "footer" as const }));
    if (isEnough) {
      const onQuestions = links.filter(({ url }) => isOnQuestions(url));
      const [questions] = await inThread("choosePages", { ...about, links: onQuestions });
      return [...frames, ...chosen.toSpliced(fewLinks - 1, 0, ...(questions ? [questions] : []))];
    }
    const more = await inThread("choosePages", { ...about, links: [...page.links, ...links] });
    return [...frames, ...new Set([...more, ...chosen])];
  }

  /** Returns page URLs from the sitemap. If `isEnough`, reads only the first sitemap that robots.txt lists. */
  async #listed(home: string, isEnough: boolean): Promise<string[]> {
    try {
      return await sitemapUrls(home, this.parts, isEnough ? "named" : "all");
    } catch (error) {
      if (this.parts.signal.aborted) throw error;
      return [];
    }
  }

  async #fetchOther(address: string, result: OtherPages): Promise<FetchedPage | null> {
    try {
      return await fetchPage(this.parts, address);
    } catch (error) {
      if (!(error instanceof CrawlFailed)) throw error;
      if (error.code === "robots_forbid") result.isForbidden = true;
      return null;
    }
  }

  async #beforeTimeIsOver<Result>(otherwise: Result, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TimeIsOver)) throw error;
      this.#isOutOfTime = true;
      return otherwise;
    }
  }
}

const answersQuestions = ({ blocks, jsonLd }: CrawledPage) =>
  jsonLd.some((thing) => thing["@type"].includes("FAQPage")) ||
  blocks.some(({ tag, text }) => /^h[1-6]$/.test(tag) && pageKindOf([], text)?.name === "faq");

const isOfKind = (url: string, kind: PageKindName) =>
  URL.canParse(url) && pageKindOf(partsOf(new URL(url)), "")?.name === kind;
const isOnQuestions = (url: string) => isOfKind(url, "faq");

class OthersSoFar {
  readonly #addresses = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #language: string | null;

  constructor(home: CrawledPage, known: CrawledPage[]) {
    // A splash screen has too few words to reveal its language.
    this.#language = shownLength(home) < 200 ? null : languageOf(home);
    for (const page of [home, ...known]) this.#note(page);
  }

  hasAddress = (url: string) => this.#addresses.has(url);

  add(page: CrawledPage): boolean {
    const isNew = !this.#addresses.has(page.url) && !this.#texts.has(fingerprint(page));
    if (!isNew || page.blocks.length === 0 || isNotFoundPage(page) || this.#speaksOther(page)) return false;
    this.#note(page);
    return true;
  }

  /** Whether a page is in a different language from the home page. Such a page usually repeats known content. */
  #speaksOther(page: CrawledPage): boolean {
    const language = languageOf(page);
    return this.#language !== null && language !== null && language !== this.#language;
  }

  #note(page: CrawledPage): void {
    this.#addresses.add(page.url);
    this.#texts.add(fingerprint(page));
  }
}
