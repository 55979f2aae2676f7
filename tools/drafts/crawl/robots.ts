import { OutboundError } from "../../core/ports/outbound.ts";
import { CrawlFailed, hostOf } from "./crawl-failed.ts";
import { inThread } from "./in-thread.ts";
import type { PoliteFetch } from "./polite-fetch.ts";

const maxBytes = 500 * 1024;

export interface Robots {
  isAllowed(url: string): Promise<boolean>;
  delayMs: number;
  sitemaps: string[];
  failure: CrawlFailed | null;
}

const everything = { isAllowed: async () => true, delayMs: 0, sitemaps: [], failure: null } satisfies Robots;
const nothing = (failure: CrawlFailed): Robots => ({ isAllowed: async () => false, delayMs: 0, sitemaps: [], failure });

export class RobotsRules {
  readonly #origins = new Map<string, Promise<Robots>>();

  constructor(
    private readonly fetch: PoliteFetch,
    private readonly timeoutMs: number,
  ) {}

  /** The rules for the URL's origin. Rejects only with the signal's reason. */
  of(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    return this.#origins.getOrInsertComputed(origin, () => this.#ask(`${origin}/robots.txt`));
  }

  async allow(url: string): Promise<boolean> {
    return (await this.of(url)).isAllowed(url);
  }

  forget(): void {
    this.#origins.clear();
  }

  async #ask(address: string): Promise<Robots> {
    try {
      const { timeoutMs } = this;
      const answer = await this.fetch.fetch(address, { maxBytes, whenTooLarge: "truncate", timeoutMs });
      const robots = await judge(answer.status, answer.bytes, address);
      if (robots.delayMs > 0) this.fetch.slowDown(address, robots.delayMs);
      return robots;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return unreachable.has(error.reason) ? nothing(new CrawlFailed(error.reason, error.message)) : everything;
    }
  }
}

// After these failures, nothing may be read. Others, such as a redirect that we do not follow, mean that there are no
// rules (RFC 9309 section 2.3.1.2).
const unreachable = new Set(["timeout", "connection", "tls", "unresolvable", "protocol"]);

/** RFC 9309 section 2.3.1: if there are no rules, everything is allowed; if the server fails, nothing is. */
async function judge(status: number, bytes: Uint8Array, address: string): Promise<Robots> {
  if (status >= 500)
    return nothing(
      new CrawlFailed(
        "robots_unreachable",
        `The robots.txt of ${hostOf(address)} returned status ${status}, so we cannot tell whether crawlers are allowed. Fix that file, or try again later.`,
      ),
    );
  if (status < 200 || status >= 300) return everything;
  const file = { address, text: new TextDecoder().decode(bytes) };
  const { delayMs, sitemaps } = await inThread("readRobots", file);
  return { isAllowed: (url) => inThread("isAllowedBy", file, url), delayMs, sitemaps, failure: null };
}
