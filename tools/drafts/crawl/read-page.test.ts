import { expect, test } from "bun:test";
import type { TextBlock } from "../shared/crawled-page.ts";
import { readPage } from "./read-page.ts";

const read = (html: string, { contentType = "text/html; charset=utf-8", url = "https://acme.example/en/" } = {}) =>
  readPage({
    bytes: new TextEncoder().encode(html),
    contentType,
    url,
    fetchedAt: "2026-11-21T10:00:00Z",
    isRendered: false,
  }).page;

const told = ({ tag, region, text }: TextBlock) => `${tag} ${region}: ${text}`;
const blocksOf = async (html: string) => read(html).blocks.map(told);

test("metadata: title, description, Open Graph, language and canonical URL", async () => {
  const page = read(
    `<!doctype html><html lang="en-us"><head><title> Acme &amp; Sons \n| Home</title>
     <meta name=Description content="Invoices &quot;at once&quot;"><meta property="og:title" content="Acme">
     <meta property="og:title" content="again"><link rel=canonical href="/en/#top"></head><body><p>Hi</p>`,
  );
  expect(page).toMatchObject({
    url: "https://acme.example/en/",
    fetchedAt: "2026-11-21T10:00:00Z",
    isRendered: false,
    lang: "en-US",
    title: "Acme & Sons | Home",
    meta: { description: 'Invoices "at once"', "og:title": "Acme" },
    canonical: "https://acme.example/en/",
  });
});

test("blocks: have their element and region", async () => {
  const html = `<body><header><a href="/">Acme</a><nav><ul><li><a href="/p">Pricing</a></li></ul></nav></header>
    <main><header><h1>Invoices <em>for</em> bakers</h1></header><div>Plain words</div>
    <ul><li>One</li><li><p>Two</p></li></ul><table><tr><th>Plan<td>9 €</table>
    <details><summary>Why?</summary>Because.</details><aside>By the way</aside><button>Try it</button></main>
    <footer><nav><a href="/imprint">Imprint</a><a href="/terms">Terms</a></nav><p>© Acme</p></footer>`;
  expect(await blocksOf(html)).toEqual([
    "a header: Acme",
    "li nav: Pricing",
    "h1 main: Invoices for bakers",
    "div main: Plain words",
    "li main: One",
    "p main: Two",
    "th main: Plan",
    "td main: 9 €",
    "summary main: Why?",
    "div main: Because.",
    "div aside: By the way",
    "button main: Try it",
    "a footer: Imprint",
    "a footer: Terms",
    "p footer: © Acme",
  ]);
});

test("region: from the role of an element, not from its id or class", async () => {
  const html = `<div role=banner>Top</div><div id="navigation" class="site-footer">Go</div>`;
  expect(await blocksOf(html)).toEqual(["div header: Top", "div main: Go"]);
});

test("missing end tags: parsed", async () => {
  const html = `<html><head><title>t</title><body><h1>Head<p>One<p>Two<ul><li>a<li>b<ul><li>c</ul><li>d</ul><dl><dt>q<dd>a<dt>q2</dl><p>Three`;
  expect(await blocksOf(html)).toEqual([
    "h1 main: Head",
    "p main: One",
    "p main: Two",
    "li main: a",
    "li main: b",
    "li main: c",
    "li main: d",
    "dt main: q",
    "dd main: a",
    "dt main: q2",
    "p main: Three",
  ]);
});

test("hidden elements: not read", async () => {
  const hidden = [
    "<script>secret()</script>",
    "<style>p{}</style>",
    "<template><p>secret</p></template>",
    "<noscript><p>secret</p></noscript>",
    "<iframe>secret</iframe>",
    "<p hidden>secret</p>",
    "<div aria-hidden=true><p>secret<p>secret</div>",
    '<p style="color:red; DISPLAY : none">secret</p>',
    '<p style="visibility:hidden">secret</p>',
    '<p style="position:absolute;left:-9999px">secret</p>',
    '<span style="font-size:0">secret</span>',
    "<select><option>secret</select>",
    "<textarea>secret</textarea>",
    "<dialog>secret</dialog>",
    "<svg><title>secret</title><text>secret</text></svg>",
    "<span class=sr-only>secret</span>",
    "<!-- secret -->",
    '<div id="cookie-banner"><p>secret</p><button>secret</button></div>',
    '<div class="CookieConsent">secret</div>',
    '<section aria-label="Cookie banner">secret</section>',
  ];
  for (const html of hidden)
    expect([html, await blocksOf(`<p>before</p>${html}<p>after</p>`)]).toEqual([
      html,
      ["p main: before", "p main: after"],
    ]);
  const shown = [
    '<p style="visibility: hidden; animation-delay: 0.2s; animation-name: none;">moved in later</p>',
    '<p style="opacity:0">faded in later</p>',
    "<p hidden=until-found>an answer</p>",
    '<p class="cookie-recipes">Recipes</p>',
  ];
  for (const html of shown) expect(await blocksOf(html)).toHaveLength(1);
  expect(await blocksOf('<body class="cookie-banner-open"><p>text</p>')).toHaveLength(1);
});

test("invisible characters: removed", async () => {
  const tags = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(await blocksOf(`<p>safe${tags} te\u00adxt\u200b \u202eevil&#8203;&shy;</p>`)).toEqual([
    "p main: safe text evil",
  ]);
  expect(await blocksOf("<p>می\u200cخواهم 👩\u200d💻</p>")).toEqual(["p main: می\u200cخواهم 👩\u200d💻"]);
});

test("noscript: read if nothing else is visible", async () => {
  expect(await blocksOf("<div id=root></div><noscript><p>Acme &amp; you <b>need</b> scripts</p></noscript>")).toEqual([
    "p main: Acme & you need scripts",
  ]);
});

test("inline elements keep words together; line breaks and blocks split them", async () => {
  expect(await blocksOf("<p>Inv<b>oi</b>ce&shy;s<br>now &amp; then</p>")).toEqual(["p main: Invoices now & then"]);
  expect(await blocksOf("<h1><span class='block'>Bake</span><span class='block'>bread</span></h1>")).toEqual([
    "h1 main: Bake bread",
  ]);
});

test("double line breaks: split paragraphs if there are no paragraph elements", async () => {
  expect(await blocksOf("One<br>line<br>\n<br>Two<BR/><br />Three<h1>A<br><br>B</h1>")).toEqual([
    "div main: One line",
    "div main: Two",
    "div main: Three",
    "h1 main: A B",
  ]);
});

test("unclosed or very deep elements: following blocks are unaffected", async () => {
  const fonts = "<font>".repeat(1000);
  expect(await blocksOf(`<p>One${fonts}</p><h2>Two</h2><nav>Three</nav>`)).toEqual([
    "p main: One",
    "h2 main: Two",
    "div nav: Three",
  ]);
  const deep = "<div>".repeat(600);
  expect(await blocksOf(`${deep}<p>seen</p><p hidden>secret <b>words</b></p><p>seen too</p>`)).toEqual([
    "div main: seen",
    "div main: seen too",
  ]);
});

test("links in a sentence: one block; row of links: separate blocks", async () => {
  expect(await blocksOf('<div>Read <a href="/docs">the docs</a> or <a href="/chat">ask</a>.</div>')).toEqual([
    "div main: Read the docs or ask.",
  ]);
  expect(await blocksOf('<div><a href="/a">Get <b>started</b></a><a href="/b">See a demo</a></div>')).toEqual([
    "a main: Get started",
    "a main: See a demo",
  ]);
});

test("links: absolute, named by text, label or image", async () => {
  const html = `<base href="/de/"><a href="preise?x=1&amp;y=2#top" rel="nofollow ME">Preise</a>
    <a href="https://social.example/acme"><svg><title>Social</title></svg></a>
    <a href="//cdn.example/x" aria-label="CDN"></a><a href="/"><img src=l.png alt="Acme"></a>
    <a href="mailto:hi@acme.example?subject=x">Mail</a>
    <a href="#top">Top</a><a href="javascript:alert(1)">no</a><a href="https://u:p@acme.example/">no</a><a>no</a>
    <div hidden><a href="/secret">no</a></div><footer><a href="/x"><span class="sr-only">X</span></a>`;
  expect(read(html).links).toEqual([
    { url: "https://acme.example/de/preise?x=1&y=2", text: "Preise", rel: "nofollow me", region: "main" },
    { url: "https://social.example/acme", text: "Social", rel: "", region: "main" },
    { url: "https://cdn.example/x", text: "CDN", rel: "", region: "main" },
    { url: "https://acme.example/", text: "Acme", rel: "", region: "main" },
    { url: "mailto:hi@acme.example", text: "Mail", rel: "", region: "main" },
    { url: "https://acme.example/x", text: "X", rel: "", region: "footer" },
  ]);
});

test("logo candidates: icons, social images and logo images", async () => {
  const html = `<link rel="shortcut icon" href=/favicon.ico><link rel=icon sizes="16x16 32x32" href=/i.png>
    <link rel=icon type=image/svg+xml sizes=any href=/i.svg><link rel=apple-touch-icon sizes=180x180 href=/t.png>
    <meta property=og:image content=/share.png><meta property=og:image:width content=1200>
    <script type="application/ld+json">{"@type":"Organization","logo":{"@type":"ImageObject","url":"/schema.png"}}</script>
    <header><a href=/><img class=logo src="data:image/gif;base64,x" srcset="/l.png 1x, /l2.png 2x"></a></header>
    <main><img alt="Customer logo" src=/customer.png></main>`;
  expect(read(html).images).toEqual([
    { url: "https://acme.example/favicon.ico", kind: "icon", size: null, isVector: false },
    { url: "https://acme.example/i.png", kind: "icon", size: 32, isVector: false },
    { url: "https://acme.example/i.svg", kind: "icon", size: null, isVector: true },
    { url: "https://acme.example/t.png", kind: "touch_icon", size: 180, isVector: false },
    { url: "https://acme.example/l2.png", kind: "inline", size: null, isVector: false },
    { url: "https://acme.example/share.png", kind: "social", size: 1200, isVector: false },
    { url: "https://acme.example/schema.png", kind: "schema", size: null, isVector: false },
  ]);
});

test("icon font: its ligature word is not read", async () => {
  expect(await blocksOf('<summary>What is it?<span class="material-icons">expand_more</span></summary>')).toEqual([
    "summary main: What is it?",
  ]);
});

test("content hidden by a loader: read if nothing else is visible", async () => {
  const text = "Fernleaf keeps notes as text files in a folder of your own. ".repeat(8);
  const curtain = `<div style="display:none"><p>${text}</p></div><script>show()</script>`;
  expect(await blocksOf(`<body>${curtain}`)).toEqual([`p main: ${text.trim()}`]);
  expect(await blocksOf(`<body><p>Notes for people who walk a lot, in each weather.</p>${curtain}`)).toHaveLength(1);
});
