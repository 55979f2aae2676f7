import { afterEach, expect, test } from "bun:test";
import { plainSaas } from "#test/drafts/sites/plain-saas.ts";
import { crawl } from "#test/support/fakes/crawling.ts";
import { inThread } from "./in-thread.ts";

const rewriter = HTMLRewriter;
afterEach(() => Object.assign(globalThis, { HTMLRewriter: rewriter }));

const source = (html: string) => ({
  bytes: new TextEncoder().encode(html),
  contentType: "text/html",
  url: "https://acme.example/",
  fetchedAt: "2026-11-21T10:00:00Z",
  isRendered: false,
});

test("crawl: pages are parsed outside the main thread", async () => {
  Object.assign(globalThis, { HTMLRewriter: undefined });
  const { pages } = await crawl(plainSaas);
  expect(pages.length).toBeGreaterThan(3);
});

test.each([
  ["brackets", "<".repeat(2_000_000)],
  ["links", '<a href="/page">words</a> '.repeat(60_000)],
  ["tables", "<table><tr><td>".repeat(130_000)],
  ["icons", "<link rel=icon href=a>".repeat(90_000)],
])("two megabytes of %s: parsing does not block the event loop", async (_what, html) => {
  let isRead = false;
  let turns = 0;
  const turn = () => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  const reading = inThread("readPage", source(`<h1>Beginning</h1>${html}`)).finally(() => {
    isRead = true;
  });
  turn();
  const { page } = await reading;
  expect(page.blocks[0]?.text).toBe("Beginning");
  // On the same thread, it would be two or three.
  expect(turns).toBeGreaterThan(100);
});

test("failing task: rejects, and the thread stays usable", async () => {
  const nothing = { ...source(""), bytes: null as unknown as Uint8Array };
  expect(inThread("readPage", nothing)).rejects.toThrow("null");
  expect((await inThread("readPage", source("<p>Hello"))).page.blocks).toMatchObject([{ text: "Hello" }]);
});
