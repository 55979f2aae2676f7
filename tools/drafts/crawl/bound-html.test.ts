import { expect, test } from "bun:test";
import { boundHtml } from "./bound-html.ts";
import { readPage } from "./read-page.ts";

const page = (html: string) =>
  readPage({
    bytes: new TextEncoder().encode(html),
    contentType: "text/html",
    url: "https://acme.example/",
    fetchedAt: "2026-11-21T10:00:00Z",
    isRendered: false,
  }).page;

test("ordinary page, even without end tags: unchanged", () => {
  const usual = `<ul>${"<li>one<p>two".repeat(5000)}</ul>${"<div><b>a</b></div>".repeat(5000)}`;
  expect(boundHtml(usual)).toMatchObject({ html: usual, isCut: false });
});

test("far too many tags: cut", () => {
  const { html, isCut } = boundHtml("<p>a</p>".repeat(200_000));
  expect(isCut).toBe(true);
  expect(html).toEndWith("</p>");
  expect(html.length).toBeLessThan(250_000);
});

test("far too many brackets without a tag: cut", () => {
  for (const piece of ["<", "< ", "</ ", "<3 "]) {
    const { html, isCut } = boundHtml(piece.repeat(500_000));
    expect(isCut).toBe(true);
    expect(html.length).toBeLessThan(310_000);
  }
  const script = `<script>${"if (a < b) c();".repeat(20_000)}</script>`;
  expect(boundHtml(script)).toMatchObject({ html: script, isCut: false });
});

const n = 100_000;
test.each([
  ["nested", "<div>".repeat(n) + "</div>".repeat(n)],
  ["nested, with ends of what never began", "<p>".repeat(n) + "</i>".repeat(n)],
  ["never closed", "<section><li>a<table><tr><td>".repeat(n / 4)],
  ["links in links", '<a href="/x">'.repeat(n)],
  ["attributes", `<div ${"a='1' b ".repeat(n * 2)}>`],
  ["comments", "<!--".repeat(n * 4)],
  ["references", "&amp;&#x26;".repeat(n)],
  ["white space", `<p style="${" ".repeat(n * 5)}" class="${"cookie-".repeat(n)}">${" ".repeat(n * 10)}`],
  ["half a tag", "<".repeat(n * 10)],
])("a megabyte of tags, %s: parsed in linear time", (_what, html) => {
  page("<p>warm");
  const before = process.cpuUsage();
  const { blocks, links } = page(`<h1>Beginning</h1>${html}`);
  const { user, system } = process.cpuUsage(before);
  // CPU time of all threads in microseconds; about 300,000 is usual.
  expect(user + system).toBeLessThan(5_000_000);
  expect(blocks[0]?.text).toBe("Beginning");
  expect(blocks.length).toBeLessThanOrEqual(2500);
  expect(links.length).toBeLessThanOrEqual(800);
});

test("very long text: split into blocks, up to a limit", () => {
  const { blocks } = page(`<p>${"word ".repeat(200_000)}`);
  expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThanOrEqual(4000);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  expect(length).toBeGreaterThan(150_000);
  expect(length).toBeLessThan(210_000);
});
