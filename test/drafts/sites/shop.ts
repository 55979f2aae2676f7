import { picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

const product = {
  "@context": "https://schema.org/",
  "@type": "Product",
  name: "Kilnmate One",
  description: "A controller that fires hobby kilns by program and switches off when something is wrong.",
  brand: { "@type": "Brand", name: "Kilnmate" },
  offers: { "@type": "Offer", price: 189, priceCurrency: "GBP", availability: "https://schema.org/InStock" },
};

const page = (
  title: string,
  main: string,
  head = "",
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}
<link rel="apple-touch-icon" sizes="120x120" href="/t/120.png"><link rel="icon" sizes="16x16" href="/t/16.png"></head><body>
<div class="announcement">Free delivery in Britain above £50</div>
<header><a href="/">Kilnmate</a><form action="/search"><input name="q"><select><option>All products<option>Controllers<option>Probes</select></form>
<a href="/cart">Basket (0)</a><a href="/account/login">Account</a></header>
<nav class="menu"><a href="/collections/controllers">Controllers</a><a href="/products/kilnmate-one?variant=2&ref=nav">Kilnmate One</a><a href="/pages/how-it-works">How it works</a><a href="/pages/about">About</a><a href="/pages/faqs">FAQs</a></nav>
<main>${main}</main>
<footer><a href="/pages/contact-us">Contact us</a><a href="/policies/refund-policy">Refunds</a><a href="/policies/terms-of-service">Terms</a><a href="/kilnmate-manual.pdf">Manual (PDF)</a><a href="https://www.instagram.com/kilnmate/">Instagram</a></footer></body></html>`;

/** A maker's own shop for one product, with baskets, menus and prices. */
export const shop: Site = {
  pages: {
    "/": page(
      "Kilnmate – kiln controllers for hobby potters",
      `<h1>Fire your kiln while you sleep</h1><p>Kilnmate One is a controller for hobby kilns up to 3.6 kW. It follows your firing program to the degree and switches off when a probe fails.</p>
<h2>Kilnmate One</h2><p>£189.00</p><button>Add to basket</button><p>Needs no tools: plug it between kiln and wall.</p>`,
      `<script type="application/ld+json">${JSON.stringify(product)}</script>`,
    ),
    "/collections/controllers": page(
      "Controllers – Kilnmate",
      "<h1>Controllers</h1><ul><li>Kilnmate One £189.00</li><li>Kilnmate Duo £259.00</li></ul>",
    ),
    "/products/kilnmate-one?variant=2": page(
      "Kilnmate One",
      "<h1>Kilnmate One</h1><p>£189.00, in stock. Twelve programs, one probe of type K, two years' warranty.</p>",
    ),
    "/pages/how-it-works": page(
      "How it works – Kilnmate",
      "<h1>How it works</h1><ol><li>Hang the probe into the kiln.</li><li>Choose a program.</li><li>Go to bed categories.</li></ol>",
    ),
    "/pages/about": page(
      "About – Kilnmate",
      "<h1>About us</h1><p>Kilnmate is a workshop of three in Stoke-on-Trent.</p>",
    ),
    "/pages/faqs": page(
      "FAQs – Kilnmate",
      "<h1>FAQs</h1><h3>Does it fit my kiln?</h3><p>If your kiln has a 13 A plug, yes.</p>",
    ),
    "/pages/contact-us": page("Contact – Kilnmate", "<h1>Contact us</h1><p>kiln@kilnmate.example</p>"),
    "/kilnmate-manual.pdf": { body: "%PDF-1.7", headers: { "content-type": "application/pdf" } },
    "/t/120.png": { body: await picture("#a33", 120), headers: { "content-type": "image/png" } },
    "/t/16.png": { body: await picture("#a33", 16), headers: { "content-type": "image/png" } },
  },
};
