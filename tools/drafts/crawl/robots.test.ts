import { describe, expect, test } from "bun:test";
import { OutboundError, type OutboundReason } from "../../core/ports/outbound.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import { RobotsRules } from "./robots.ts";
import { isAllowedBy, readRobots } from "./robots-rules.ts";

const origin = "https://acme.example";
const parse = (text: string) => {
  const file = { address: `${origin}/robots.txt`, text };
  return { ...readRobots(file), isAllowed: (url: string) => isAllowedBy(file, url) };
};

describe("rules", () => {
  test("own group: takes precedence over *, and the longest rule wins", () => {
    const { isAllowed } = parse(
      "User-agent: *\nDisallow: /\n\nUser-Agent: slipwaybot/1.0\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$",
    );
    const allowed = ["/", "/a", "/a/b", "/x.pdf", "/x.pdf?y"].map((path) => isAllowed(origin + path));
    expect(allowed).toEqual([true, false, true, false, true]);
  });

  test("no own group: rules for * apply", () => {
    const { isAllowed } = parse("User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private");
    expect([isAllowed(`${origin}/`), isAllowed(`${origin}/private/x`)]).toEqual([true, false]);
  });

  test("crawl delay: at most two seconds; sitemaps: listed", () => {
    expect(parse("User-agent: *\nCrawl-delay: 0.5")).toMatchObject({ delayMs: 500 });
    expect(parse("User-agent: *\nCrawl-delay: 60")).toMatchObject({ delayMs: 2000 });
    expect(parse("User-agent: *\nCrawl-delay: -1")).toMatchObject({ delayMs: 0 });
    expect(parse("User-agent: *\nCrawl-delay: soon")).toMatchObject({ delayMs: 0 });
    expect(parse(`Sitemap: ${origin}/a.xml\nsitemap: ${origin}/b.xml`).sitemaps).toEqual([
      `${origin}/a.xml`,
      `${origin}/b.xml`,
    ]);
  });

  test("HTML page instead of robots.txt: forbids nothing", () => {
    expect(parse("<!doctype html>\nUser-agent: *\nDisallow: /").isAllowed(`${origin}/`)).toBe(true);
  });

  test("pathological patterns: matched quickly", () => {
    const before = process.cpuUsage();
    const stars = `User-agent: *\n${`Disallow: /${"*a".repeat(400)}b\n`.repeat(500)}Disallow: /${"*".repeat(400_000)}x`;
    const { isAllowed } = parse(stars.slice(0, 500 * 1024));
    expect(isAllowed(`${origin}/${"a".repeat(300)}`)).toBe(true);
    expect(process.cpuUsage(before).user).toBeLessThan(8_000_000);
  });
});

describe("fetching robots.txt", () => {
  /** Returns the rules after a response or failure of the outbound guard, which test/outbound tests. */
  async function outcome(answer: { status: number; body?: string } | OutboundReason) {
    let asked = 0;
    const outbound = {
      async fetch(url: string) {
        asked++;
        if (typeof answer === "string") throw new OutboundError(answer, "It is down.");
        const bytes = new TextEncoder().encode(answer.body ?? "");
        return { status: answer.status, headers: new Headers(), url, bytes, isTruncated: false, redirects: [] };
      },
      vet: (url: string) => new URL(url),
    };
    const fetch = new PoliteFetch(outbound, { signal: new AbortController().signal, pauseMs: 0 });
    const rules = new RobotsRules(fetch, 1000);
    const [robots] = await Promise.all([rules.of(`${origin}/a`), rules.of(`${origin}/b?c`)]);
    expect(asked).toBe(1);
    return robots.failure?.message ?? ((await robots.isAllowed(`${origin}/`)) ? "allowed" : "forbidden");
  }

  test("RFC 9309: a missing file allows, an unreachable server forbids", async () => {
    const forbidding = "User-agent: *\nDisallow: /";
    expect(await outcome({ status: 200, body: forbidding })).toBe("forbidden");
    for (const status of [400, 401, 403, 404, 410, 429])
      expect(await outcome({ status, body: forbidding })).toBe("allowed");
    for (const status of [500, 503]) expect(await outcome({ status })).toContain(`returned status ${status}`);
    for (const reason of ["timeout", "connection", "tls", "unresolvable", "protocol"] as const)
      expect(await outcome(reason)).toBe("It is down.");
    for (const reason of ["too_many_redirects", "forbidden_address"] as const)
      expect(await outcome(reason)).toBe("allowed");
  });
});
