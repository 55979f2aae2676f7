import { describe, expect, test } from "bun:test";
import { codesOf, crawl, failureOf, textOf } from "../support/fakes/crawling.ts";
import { startPeer } from "../support/fakes/peers.ts";
import { bombs } from "./sites/hostile.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import type { Site, SiteAnswer } from "./sites/serve.ts";
import { singlePageApp } from "./sites/single-page-app.ts";

// Sites that cannot be crawled, or only in part: each ends in a message that the user can act on, or in a warning.

const site = (home: SiteAnswer, more: Site["pages"] = {}): Site => ({ pages: { "/": home, ...more } });
const html = { "content-type": "text/html" };
const text = "<!doctype html><html lang=en><title>Acme</title><h1>Acme bakes bread</h1><p>Every day, for everyone.</p>";

describe("site cannot be crawled", () => {
  const cases: [string, Site, string][] = [
    [
      "401",
      site({ status: 401 }),
      `refused: "127.0.0.1" blocks our crawler (status 401). Allow SlipwayBot, or write the listing yourself.`,
    ],
    [
      "403",
      site({ status: 403, body: "<title>Just a moment...</title>" }),
      `refused: "127.0.0.1" blocks our crawler (status 403). Allow SlipwayBot, or write the listing yourself.`,
    ],
    [
      "429",
      site({ status: 429 }),
      `refused: "127.0.0.1" blocks our crawler (status 429). Allow SlipwayBot, or write the listing yourself.`,
    ],
    [
      "404",
      site({ status: 404 }),
      "not_found: There is no page at this URL (status 404). Check the spelling of the URL.",
    ],
    [
      "410",
      site({ status: 410 }),
      "not_found: There is no page at this URL (status 410). Check the spelling of the URL.",
    ],
    [
      "500",
      site({ status: 500 }),
      `server_error: "127.0.0.1" returned a server error (status 500). Try again when the website is working again.`,
    ],
    ["204", site({ status: 204 }), `bad_status: "127.0.0.1" returned status 204 instead of a page. Enter another URL.`],
    [
      "a PDF file",
      site({ headers: { "content-type": "application/pdf" }, body: "%PDF-1.7" }),
      "not_html: This URL leads to a PDF file, not to a web page. Enter the URL of the home page.",
    ],
    [
      "JSON",
      site({ headers: { "content-type": "application/json" }, body: "{}" }),
      "not_html: This URL leads to a JSON file, not to a web page. Enter the URL of the home page.",
    ],
    [
      "binary data declared as HTML",
      site({ headers: html, body: new Uint8Array(2000).fill(3) }),
      "not_html: This URL leads to a binary file declared as HTML, not to a web page. Enter the URL of the home page.",
    ],
    [
      "nothing",
      site({ headers: html, body: "" }),
      "empty_page: The page at this URL is empty. Enter the URL of a page with text.",
    ],
    [
      "an empty page",
      site("<!doctype html><html><head></head><body> &nbsp; <!-- --></body></html>"),
      "empty_page: The page at this URL is empty. Enter the URL of a page with text.",
    ],
    [
      "scripts without text",
      site("<!doctype html><div id=app></div><script src=/a.js></script>"),
      `needs_scripts: "127.0.0.1" is empty until its scripts run, and we could not run them. Add a title and a description to the page, or write the listing yourself.`,
    ],
    [
      "redirect loop",
      site({ status: 302, headers: { location: "/a" } }, { "/a": { status: 302, headers: { location: "/" } } }),
      `too_many_redirects: "127.0.0.1" redirects too many times or in a loop. Enter the URL where the redirects end.`,
    ],
    [
      "meta refresh loop",
      site("<meta http-equiv=refresh content='0;url=/a'>", { "/a": "<meta http-equiv=refresh content='0; URL=/'>" }),
      `too_many_redirects: "127.0.0.1" redirects too many times. Enter the URL where the redirects end.`,
    ],
    [
      "redirect to the cloud metadata address",
      site({ status: 302, headers: { location: "http://169.254.169.254/latest/meta-data/" } }),
      `forbidden_address: "127.0.0.1" redirects to a URL that we do not follow. This is not a public IP address.`,
    ],
    [
      "meta refresh to the cloud metadata address",
      site("<meta http-equiv=refresh content='0;url=http://169.254.169.254/'>"),
      "forbidden_address: This is not a public IP address.",
    ],
    [
      "robots.txt forbids",
      site(text, { "/robots.txt": "User-agent: *\nDisallow: /" }),
      `robots_forbid: The robots.txt of "127.0.0.1" blocks our crawler on this page. Allow SlipwayBot in that file, or write the listing yourself.`,
    ],
    [
      "robots.txt unavailable",
      site(text, { "/robots.txt": { status: 503 } }),
      `robots_unreachable: The robots.txt of "127.0.0.1" returned status 503, so we cannot tell whether crawlers are allowed. Fix that file, or try again later.`,
    ],
    [
      "body slower than the time limit",
      site({ delayMs: 60_000, body: text }),
      `timeout: "127.0.0.1" took longer than 0.5 s. Try again later.`,
    ],
  ];
  test.each(cases)("%s", async (_what, broken, sentence) => {
    expect(await failureOf(broken, { limits: { pageMs: 500 } })).toBe(sentence);
  });

  test("invalid or forbidden URLs: fail with their error code", async () => {
    const addresses: [address: string, code: string][] = [
      ["acme", "bad_url"],
      ["ftp://acme.example/", "forbidden_scheme"],
      ["https://user:secret@acme.example/", "has_credentials"],
      ["http://0xa9fea9fe/latest/", "forbidden_address"],
      ["http://[::ffff:10.0.0.1]/", "forbidden_address"],
      ["http://192.0.2.1:8080/", "forbidden_address"],
    ];
    for (const [address, code] of addresses) expect(await failureOf(site(text), { address })).toStartWith(`${code}: `);
  });

  test("soft 404 below the home page: fails with not_found", async () => {
    const lost = site(text, { "/gone": "<!doctype html><title>Acme</title><h1>404</h1><p>Nothing here.</p>" });
    expect(await failureOf(lost, { path: "/gone" })).toBe(
      "not_found: The page at this URL shows a “not found” message. Check the spelling of the URL.",
    );
  });

  test("home page forbidden by robots.txt: not requested", async () => {
    let asked = 0;
    const page = () => {
      asked++;
      return new Response(text, { headers: html });
    };
    await failureOf(site(page, { "/robots.txt": "User-agent: SlipwayBot\nDisallow: /$" }));
    expect(asked).toBe(0);
  });

  test("URL without a scheme: read over http if https fails", async () => {
    const { paths, url, served } = await crawl(site(text), { isGuessed: true });
    expect([paths, url]).toEqual([["/"], served.url]);
    expect(await failureOf(site({ status: 404 }), { isGuessed: true })).toStartWith("not_found: ");
    const closed = { address: "https://127.0.0.1:9/", isGuessed: true };
    expect(await failureOf(site(text), closed)).toStartWith("connection: ");
  });

  test("refused connection: retried once", async () => {
    const peer = await startPeer((socket) => socket.destroy());
    try {
      const { createOutbound } = await import("#bridge/outbound/create-outbound.ts");
      const { crawlSite } = await import("#tools/drafts/crawl/crawl-site.ts");
      const outbound = createOutbound({ allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "test" });
      const progress = { known: [], arrived: async () => {}, keep: async () => {}, note: async () => {} };
      const fixture = { outbound, renderer: null, now: () => new Date() };
      const crawling = crawlSite(fixture, `http://127.0.0.1:${peer.port}/`, progress, new AbortController().signal);
      expect(crawling).rejects.toMatchObject({ name: "CrawlFailed", code: "connection" });
      await crawling.catch(() => {});
      expect(peer.requests.map((head) => head.split(" ")[1])).toEqual(["/robots.txt", "/robots.txt"]);
    } finally {
      peer.stop();
    }
  });
});

describe("site with faults is still crawled", () => {
  test("home page times out once: fetched on the second attempt", async () => {
    let asked = 0;
    const flaky = () =>
      ++asked === 1
        ? Bun.sleep(60_000).then(() => new Response(text, { headers: html }))
        : new Response(text, { headers: html });
    const { paths } = await crawl(site(flaky), { limits: { pageMs: 500 } });
    expect(paths).toEqual(["/"]);
    expect(asked).toBe(2);
  });

  test("meta refresh: followed", async () => {
    const moved = site("<title>Moved</title><meta http-equiv=Refresh content='1; url=&quot;/shop/&quot;'>", {
      "/shop/": text,
    });
    const { paths, url, served } = await crawl(moved);
    expect(paths).toEqual(["/shop/"]);
    expect(url).toBe(served.url);
  });

  test("oversized pages: truncated and read within seconds", async () => {
    const start = performance.now();
    const result = await crawl(bombs);
    expect(performance.now() - start).toBeLessThan(25_000);
    expect(result.paths).toEqual(["/", "/pricing", "/about", "/features"]);
    expect(textOf(result.pages[0])).toStartWith("Bellows for forges\nWe sell bellows.");
    expect(codesOf(result)).toEqual(["truncated"]);
    for (const page of result.pages) expect(JSON.stringify(page).length).toBeLessThan(500_000);
    expect(result.logo).toBeNull();
  });

  test("HTML served as text/plain or octet-stream: read as HTML", async () => {
    for (const type of ["application/octet-stream", "text/plain"]) {
      const bytes = new TextEncoder().encode(text);
      expect((await crawl(site({ body: bytes, headers: { "content-type": type } }))).pages[0]!.title).toBe("Acme");
    }
  });

  test("single-page app without a browser: only the title is read, with a warning", async () => {
    const result = await crawl(singlePageApp);
    expect(result.pages).toMatchObject([{ title: "Tidewatch", blocks: [], isRendered: false }]);
    expect(result.warnings).toEqual([
      {
        code: "needs_scripts",
        message: `"127.0.0.1" needs scripts to show its text, and we could not run them. Much of its text may be missing.`,
      },
    ]);
  });

  test("total time limit reached: keeps the pages read in time, with a warning", async () => {
    const slow: Site = {
      pages: { ...plainSaas.pages, "/about": { delayMs: 60_000, body: text }, "/faq": { delayMs: 60_000, body: text } },
    };
    const start = performance.now();
    const result = await crawl(slow, { limits: { totalMs: 1500 } });
    expect(performance.now() - start).toBeLessThan(25_000);
    expect(result.paths).toContain("/pricing");
    expect(result.paths).not.toContain("/faq");
    expect(result.warnings).toEqual([
      { code: "out_of_time", message: "The website responds slowly, so we could not read all of its pages." },
    ]);
    expect(result.logo?.width).toBe(180);
  });

  test("one page too slow: left out without a warning", async () => {
    const slow: Site = { pages: { ...plainSaas.pages, "/about": { delayMs: 60_000, body: text } } };
    const result = await crawl(slow, { limits: { pageMs: 500 } });
    expect(result.paths).toEqual(["/", "/pricing", "/faq", "/team", "/contact", "/blog"]);
    expect(result.warnings).toEqual([]);
  });
});

describe("repeated or aborted crawl", () => {
  test("known pages: not requested again", async () => {
    const first = await crawl(plainSaas);
    const move = (origin: string) =>
      first.pages.slice(0, 3).map((page) => JSON.parse(JSON.stringify(page).replaceAll(first.url, `${origin}/`)));
    const second = await crawl(plainSaas, { known: move });
    expect(second.paths.toSorted()).toEqual(first.paths.toSorted());
    expect(second.paths[0]).toBe("/");
    expect(second.kept.toSorted()).toEqual(["/blog", "/contact", "/faq", "/team"]);
    expect(second.served.hits).not.toContain("/");
    expect(second.served.hits).not.toContain("/pricing");
    expect(second.arrivedAt).toEqual(["/"]);
    expect(second.logo?.width).toBe(180);
  });

  test("arrival callback throws: the crawl ends", async () => {
    const asked: string[] = [];
    const watched: Site = {
      pages: {
        "/": (request) => {
          asked.push(request.url);
          return new Response(text, { headers: html });
        },
      },
      otherwise: (request) => {
        asked.push(request.url);
        return new Response("", { status: 404 });
      },
    };
    const crawling = crawl(watched, { arrived: () => Promise.reject(new Error("listed already")) });
    expect(crawling).rejects.toThrow("listed already");
    await crawling.catch(() => {});
    expect(asked.map((url) => new URL(url).pathname)).toEqual(["/robots.txt", "/"]);
  });

  test("aborted signal: rejects with the signal's reason", async () => {
    const controller = new AbortController();
    const slow: Site = { pages: { ...plainSaas.pages, "/about": { delayMs: 60_000, body: text } } };
    setTimeout(() => controller.abort(new Error("shutting down")), 200);
    const start = performance.now();
    const crawling = crawl(slow, { signal: controller.signal });
    expect(crawling).rejects.toThrow("shutting down");
    await crawling.catch(() => {});
    expect(performance.now() - start).toBeLessThan(25_000);
  });
});
