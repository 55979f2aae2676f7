import robotsParser from "robots-parser";
import { OutboundError } from "../../core/outbound.ts";
import { CrawlFailed, hostOf } from "./crawl-failed.ts";
import type { PoliteFetch } from "./polite-fetch.ts";

/** Our name in robots.txt (RFC 9309 section 2.2.1). */
export const productToken = "SlipwayBot";

const maxBytes = 500 * 1024;
const maxDelayMs = 2000;
/** No site needs longer rules; the time of matching grows with them. */
const maxLineLength = 1000;

export interface Robots {
  isAllowed(url: string): boolean;
  /** Pause that the site asks for between requests, at most 2 s. */
  delayMs: number;
  sitemaps: string[];
  /** Why nothing is allowed, where the rules themselves could not be had. */
  failure: CrawlFailed | null;
}

const everything = { isAllowed: () => true, delayMs: 0, sitemaps: [], failure: null } satisfies Robots;
const nothing = (failure: CrawlFailed): Robots => ({ isAllowed: () => false, delayMs: 0, sitemaps: [], failure });

/** The rules of each origin of one crawl, asked for once. */
export class RobotsRules {
  readonly #fetch: PoliteFetch;
  readonly #timeoutMs: number;
  readonly #origins = new Map<string, Promise<Robots>>();

  constructor(fetch: PoliteFetch, timeoutMs: number) {
    this.#fetch = fetch;
    this.#timeoutMs = timeoutMs;
  }

  /** Rules for an address. Rejects only with the signal's reason. */
  of(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    let robots = this.#origins.get(origin);
    if (!robots) {
      robots = this.#ask(`${origin}/robots.txt`);
      this.#origins.set(origin, robots);
    }
    return robots;
  }

  /** Asks again from now on, after a failure that may pass. */
  forget(): void {
    this.#origins.clear();
  }

  async #ask(address: string): Promise<Robots> {
    try {
      const timeoutMs = this.#timeoutMs;
      const answer = await this.#fetch.fetch(address, { maxBytes, whenTooLarge: "truncate", timeoutMs });
      const robots = judge(answer.status, answer.bytes, address);
      if (robots.delayMs > 0) this.#fetch.slowDown(address, robots.delayMs);
      return robots;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return unreachable.has(error.reason) ? nothing(new CrawlFailed(error.reason, error.message)) : everything;
    }
  }
}

// Others, such as a redirect where we do not follow, mean that there are no rules (RFC 9309 section 2.3.1.2).
const unreachable = new Set(["timeout", "connection", "tls", "unresolvable", "protocol"]);

/** RFC 9309 section 2.3.1: without rules everything is allowed, with a faulty server nothing. */
function judge(status: number, bytes: Uint8Array, address: string): Robots {
  if (status >= 500)
    return nothing(
      new CrawlFailed(
        "robots_unreachable",
        `${hostOf(address)} cannot tell whether crawlers are welcome: its robots.txt has status ${status}. Repair that file, or try again later.`,
      ),
    );
  if (status < 200 || status >= 300) return everything;
  return parseRobots(new TextDecoder().decode(bytes), address);
}

/** @param address of the robots.txt; rules hold for its origin alone */
export function parseRobots(text: string, address: string): Robots {
  // Some servers answer with their page for every address.
  if (/^\s*</.test(text)) return everything;
  const lines = text
    .split(/\r\n?|\n/)
    .filter((line) => line.length <= maxLineLength)
    .map((line) => line.replace(/\*{2,}/g, "*"));
  const rules = robotsParser(address, lines.join("\n"));
  const delay = rules.getCrawlDelay(productToken) ?? 0;
  return {
    isAllowed: (url) => rules.isAllowed(url, productToken) ?? true,
    delayMs: delay > 0 ? Math.min(delay * 1000, maxDelayMs) : 0,
    sitemaps: rules.getSitemaps().slice(0, 10),
    failure: null,
  };
}
