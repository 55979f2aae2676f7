import { picture } from "./pictures.ts";
import type { Site } from "./serve.ts";

const consent = `<div id="CybotCookiebotDialog" role="dialog"><h2>This website uses cookies</h2><p>We and our 814 partners store information on a device.</p><button>Accept all</button><a href="/cookie-partners">Our partners</a></div>
<div class="cookie-banner"><p>We value your privacy.</p><button>Reject</button></div>
<section aria-label="Cookie consent"><p>Manage your choices.</p></section>`;

const page = (
  title: string,
  main: string,
) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<script>window.dataLayer=[];if(1<2){document.write("<p>injected by script</p>")}</script><style>.x::after{content:"styled words"}</style><link rel="icon" href="/blank.png" sizes="64x64"><link rel="apple-touch-icon" href="/real.png"></head>
<body class="cookie-banner-open">${consent}<noscript><iframe src="https://tags.example/ns.html"></iframe></noscript>
<div class="topbar"><marquee>SALE SALE SALE</marquee></div><header><a href="/">Plumbline</a> <a href="/features">Features</a> <a href="/plans">Plans</a></header>
<div hidden>Old price 99 €</div><template><p>Template words</p></template><dialog><p>Subscribe to our newsletter!</p></dialog>
<main>${main}<form><label>E-mail <input type="email" placeholder="you@work.example"></label><select><option>Afghanistan<option>Albania</select><textarea>Your message</textarea><button>Send</button></form></main>
<iframe title="chat" src="/chat">Chat with us</iframe><div aria-hidden="true">★★★★★</div></body></html>`;

/** A product's site behind banners, dialogs, trackers and forms. */
export const noisy: Site = {
  pages: {
    "/": page(
      "Plumbline | Site diaries",
      "<h1>Site diaries for builders</h1><p>Plumbline writes the daily diary of a building site from photos and voice notes. Foremen talk, it sorts.</p>",
    ),
    "/features": page(
      "Features | Plumbline",
      "<h1>Features</h1><ul><li>Voice notes in six languages</li><li>Weather added by itself</li></ul>",
    ),
    "/plans": page("Plans | Plumbline", "<h1>Plans</h1><p>29 € a month for each building site.</p>"),
    "/blank.png": { body: await picture("#fff", 64), headers: { "content-type": "image/png" } },
    "/real.png": { body: await picture("#214", 180), headers: { "content-type": "image/png" } },
  },
};

/** A site in frames, as they were made in 2001: the first page has no text of its own. */
export const frames: Site = {
  pages: {
    "/": `<html><head><title>Orgelbau Reuter Stimmprogramm</title></head><frameset cols="180,*"><frame src="menu.htm" name="menu"><frame src="inhalt.htm" name="main"><noframes>Your browser does not show frames.</noframes></frameset></html>`,
    "/menu.htm": `<html><body><a href="inhalt.htm" target="main">Start</a><br><a href="preise.htm" target="main">Preise</a></body></html>`,
    "/inhalt.htm": `<html><head><title>Stimmprogramm</title></head><body><h1>Stimmprogramm f&uuml;r Orgelbauer</h1><p>Das Programm h&ouml;rt jede Pfeife ab und zeigt, um wie viele Cent sie daneben liegt. F&uuml;r Windows ab Version 98.</p></body></html>`,
  },
};
