import { icon, picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

const page = (title: string, main: string, description = "") => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${description && `<meta name="description" content="${description}">`}
<meta property="og:site_name" content="Loafledger">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/img/touch.png">
<link rel="stylesheet" href="/site.css"></head>
<body>
<a class="sr-only" href="#main">Skip to content</a>
<header><a href="/"><img src="/img/wordmark.png" alt="Loafledger logo"></a>
<nav><ul><li><a href="/pricing">Pricing</a></li><li><a href="/about">About</a></li><li><a href="/faq">FAQ</a></li>
<li><a href="/blog">Blog</a></li><li><a href="/login">Log in</a></li></ul></nav></header>
<main id="main">${main}</main>
<footer><ul><li><a href="/team">Our team</a></li><li><a href="/contact?utm_source=footer">Contact</a></li>
<li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li></ul>
<a href="https://www.linkedin.com/company/loafledger">LinkedIn</a> <a href="https://mastodon.social/@loafledger" rel="me">Mastodon</a>
<p>© 2026 Loafledger Ltd, 14 Mill Lane, Leeds</p></footer></body></html>`;

/** A plain site of a subscription service, with all the pages that one expects. */
export const plainSaas: Site = {
  pages: {
    "/": page(
      "Loafledger | Invoicing for bakeries",
      `<h1>Invoicing for bakeries that deliver before dawn</h1>
<p>Loafledger turns the night's delivery notes into correct invoices before your customers open. It runs in the browser, on the tablet by the oven and on the driver's phone.</p>
<h2>What it does</h2>
<ul><li>Standing orders with exceptions for holidays and heat waves</li><li>Returns counted at the door, credited on the same invoice</li><li>Direct debit files for every British and Irish bank</li></ul>
<h2>Bakers who use it</h2>
<blockquote>We used to spend Mondays on paper. Now Monday is for sourdough.</blockquote>
<p><a class="button" href="/pricing">See what it costs</a> <a class="button" href="/signup">Start a free month</a></p>`,
      "Loafledger makes invoices for bakeries out of delivery notes, returns and standing orders.",
    ),
    "/pricing": page(
      "Pricing | Loafledger",
      `<h1>One price per bakery</h1><p>Every plan has unlimited customers and drivers. The first month is free.</p>
<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Village</td><td>£19 a month for one shop</td></tr><tr><td>Town</td><td>£49 a month for up to five shops</td></tr><tr><td>County</td><td>Contact sales for more than five shops</td></tr></table>`,
    ),
    "/about": page(
      "About us | Loafledger",
      `<h1>About Loafledger</h1><p>Loafledger was started in 2019 by two sisters from a family of bakers in Leeds. Today eleven people look after the invoices of 640 bakeries in Britain and Ireland.</p><p>We are owned by the people who work here.</p>`,
    ),
    "/faq": page(
      "Questions | Loafledger",
      `<h1>Frequently asked questions</h1>
<details><summary>Can I import customers from a spreadsheet?</summary><p>Yes. Upload a CSV file and match its columns; it takes some ten minutes.</p></details>
<details><summary>Does it work without a connection?</summary><p>Drivers can count returns offline. The counts are sent as soon as there is a connection.</p></details>
<details><summary>How do I leave?</summary><p>Cancel on any day and download all invoices as PDF files.</p></details>`,
    ),
    "/team": page(
      "Team | Loafledger",
      `<h1>The people behind it</h1><h3>Maud Ferris</h3><p>Co-founder, baker until 2018</p><h3>Ada Ferris</h3><p>Co-founder, writes the software</p>`,
    ),
    "/contact": page(
      "Contact | Loafledger",
      `<h1>Talk to us</h1><p>Write to hello@loafledger.example or call 0113 496 0000 until four in the afternoon.</p>`,
    ),
    "/blog": page(
      "Blog | Loafledger",
      `<h1>Blog</h1><article><h2><a href="/blog/pricing-your-rye">Pricing your rye</a></h2><p>Flour is up again. What to do about it.</p></article>`,
    ),
    "/blog/pricing-your-rye": page("Pricing your rye | Loafledger", "<h1>Pricing your rye</h1><p>A long article.</p>"),
    "/login": page("Log in", "<h1>Log in</h1>"),
    "/terms": page("Terms", "<h1>Terms</h1>"),
    "/img/touch.png": { body: await picture("#8a4b12", 180), headers: { "content-type": "image/png" } },
    "/img/wordmark.png": { body: await picture("#8a4b12", 300, 60), headers: { "content-type": "image/png" } },
    "/favicon.ico": { body: await icon("#8a4b12", 32), headers: { "content-type": "image/x-icon" } },
    "/robots.txt": "User-agent: *\nDisallow: /login\n\nSitemap: {{origin}}/sitemap.xml\n",
  },
};
