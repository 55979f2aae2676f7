import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import type { Renderer } from "#tools/core/ports/renderer.ts";
import { CrawlFailed } from "#tools/drafts/crawl/crawl-failed.ts";
import { type CrawledSite, type CrawlPorts, crawlSite } from "#tools/drafts/crawl/crawl-site.ts";
import type { CrawledPage } from "#tools/drafts/shared/crawled-page.ts";
import { type ServedSite, type Site, serveSite } from "../../drafts/sites/serve.ts";

interface CrawlOptions {
  /** Submitted path. */
  path?: string;
  /** Submitted URL, instead of a path of the site. */
  address?: string;
  /** Submits the site's URL with https, which its server does not offer. */
  isGuessed?: boolean;
  renderer?: Renderer;
  limits?: CrawlPorts["limits"];
  known?: (origin: string) => CrawledPage[];
  signal?: AbortSignal;
  arrived?: (url: string) => Promise<void>;
}

export interface Crawl extends CrawledSite {
  /** Paths of the kept pages, in the order of the result. */
  paths: string[];
  served: Pick<ServedSite, "hits" | "userAgents" | "url">;
  arrivedAt: string[];
  kept: string[];
  notes: [number, number][];
}

export const userAgent = "SlipwayBot/0.1 (+https://slipway.example/docs)";

/** Serves a site, crawls it as the background job does, and stops it. Rejects like `crawlSite`. */
export async function crawl(site: Site, options: CrawlOptions = {}): Promise<Crawl> {
  const outbound = createOutbound({ allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent });
  const served = await serveSite(site);
  const { origin } = new URL(served.url);
  const arrivedAt: string[] = [];
  const kept: string[] = [];
  const notes: [number, number][] = [];
  const pathOf = (url: string) => (url.startsWith(origin) ? url.slice(origin.length) : url);
  try {
    const result = await crawlSite(
      {
        outbound,
        renderer: options.renderer ?? null,
        now: () => new Date("2026-11-21T10:00:00Z"),
        limits: { pauseMs: 5, ...options.limits },
      },
      options.address ?? (options.isGuessed ? origin.replace("http:", "https:") : origin) + (options.path ?? "/"),
      {
        known: options.known?.(origin) ?? [],
        async arrived(url) {
          arrivedAt.push(pathOf(url));
          await options.arrived?.(url);
        },
        async keep(page) {
          kept.push(pathOf(page.url));
        },
        async note(read, inAll) {
          notes.push([read, inAll]);
        },
      },
      options.signal ?? new AbortController().signal,
      options.isGuessed,
    );
    return { ...result, paths: result.pages.map(({ url }) => pathOf(url)), served, arrivedAt, kept, notes };
  } finally {
    await served.stop();
  }
}

/** Code and message of a failed crawl, without the server's URL. */
export const failureOf = (site: Site, options?: CrawlOptions): Promise<string> =>
  crawl(site, options).then(
    ({ paths }) => `no failure, but ${paths.join(" ")}`,
    (error) => {
      if (!(error instanceof CrawlFailed)) throw error;
      return `${error.code}: ${error.message}`;
    },
  );

/** All visible words of a page except its frame. */
export const textOf = (page: CrawledPage | undefined) =>
  page?.blocks
    .filter(({ region }) => region === "main")
    .map(({ text }) => text)
    .join("\n");

export const codesOf = ({ warnings }: CrawledSite) => warnings.map(({ code }) => code);
