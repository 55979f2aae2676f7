import { expect, test } from "bun:test";
import fc from "fast-check";
import { readPage } from "./read-page.ts";

// Any response becomes a valid page, possibly an empty one.

const tags =
  "html head title body main nav header footer section div p ul li table tr td a img base meta link script style noscript template svg math select option textarea frameset frame iframe plaintext xmp h1 h2 dl dt dd b i br details summary button form".split(
    " ",
  );
const attributes = [
  "",
  ' href="/a?b=1&amp;c#d"',
  " href='//b.example'",
  ' href="javascript:1"',
  ' href="http://[::1"',
  " hidden",
  ' style="display:none"',
  ' class="cookie-banner x"',
  ' rel="icon" sizes="32x32"',
  ' http-equiv=refresh content="0;url=x"',
  ' type="application/ld+json"',
  ' name=a content="b&lt;"',
  ' src="data:,"',
  " aria-hidden=true role=main",
  ' lang="zz-ZZZZZ-"',
  ' srcset="a 1x,b"',
  " =",
]; // prettier-ignore
const texts = [
  "word",
  " ",
  "&amp;",
  "&#x1f600;",
  "&#0;",
  "&nosuch;",
  "<!-- x",
  "-->",
  "<![CDATA[",
  "]]>",
  '{"@type":"Product"}',
  "\u202e",
  "日本",
  "<",
  "</",
  "<!doctype html>",
  "\0",
  "\r\n",
]; // prettier-ignore

const piece = fc.oneof(
  fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, attribute]) => `<${tag}${attribute}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  fc.constantFrom(...texts),
);

async function check(bytes: Uint8Array, contentType: string | null): Promise<void> {
  const { page } = readPage({
    bytes,
    contentType,
    url: "https://acme.example/",
    fetchedAt: "2026-11-21T10:00:00Z",
    isRendered: false,
  });
  for (const { text } of page.blocks) expect(text).toMatch(/^\S(?:[^\t\n\r\0]*\S)?$/);
  for (const { url } of page.links) expect(url).toMatch(/^(?:https?:\/\/|mailto:)[^#]*$/);
  for (const { url } of page.images) expect(url).toMatch(/^https?:\/\/[^#]*$/);
  for (const thing of page.jsonLd) expect(Array.isArray(thing["@type"])).toBe(true);
  if (page.lang !== null) expect(Intl.getCanonicalLocales(page.lang)).toEqual([page.lang]);
  // Pages are stored as JSON.
  expect(JSON.parse(JSON.stringify(page))).toEqual(page);
}

test("random tags: always a valid page", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), (pieces) =>
      check(new TextEncoder().encode(pieces.join("")), "text/html; charset=utf-8"),
    ),
    { numRuns: 1500 },
  );
});

test("random bytes: always a valid page", async () => {
  const types = [
    "text/html",
    "text/html; charset=shift_jis",
    "text/html;charset=utf-16",
    "text/html; charset=gbk",
    null,
  ];
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(...types), check), {
    numRuns: 1500,
  });
});
