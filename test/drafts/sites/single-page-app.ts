import { drawing } from "./pictures.ts";
import type { Site } from "./serve.ts";

const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewatch</title>
<link rel="icon" type="image/svg+xml" href="/mark.svg"></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script type="module" src="/assets/app.js"></script></body></html>`;

// Builds the page late and in steps, as an application does that asks its server first.
const program = `
const texts = {
  "/": ["Tidewatch – tide alerts for small harbours", "Know the water before you cast off", "Tidewatch sends harbour masters and rowers an alert when tide, wind and swell do not go together. It reads 212 public gauges every six minutes.", ["Alerts by SMS and e-mail", "Gauges of nine countries", "An open API for your own displays"]],
  "/pricing": ["Pricing – Tidewatch", "Free for clubs", "Clubs and volunteers pay nothing. Commercial harbours pay 90 euros a year.", ["Free plan with three gauges", "Harbour plan with all gauges"]],
  "/about": ["About – Tidewatch", "Made by rowers", "Tidewatch is built by a club of rowers in Galway who were caught by the ebb once too often.", []],
};
const config = await (await fetch("/api/config.json")).json();
const [title, heading, text, list] = texts[location.pathname] ?? ["Not found – Tidewatch", "Page not found", "There is nothing here.", []];
document.title = title;
const meta = document.createElement("meta");
meta.name = "description";
meta.content = text;
document.head.append(meta);
setTimeout(() => {
  document.getElementById("root").innerHTML =
    '<header><nav><a href="/">' + config.name + '</a> <a href="/pricing">Pricing</a> <a href="/about">About</a></nav></header>' +
    "<main><h1>" + heading + "</h1><p>" + text + "</p><ul>" + list.map((item) => "<li>" + item + "</li>").join("") + "</ul></main>";
}, 50);
`;

/** An application that shows nothing until its scripts have run. */
export const singlePageApp: Site = {
  pages: {
    "/": shell,
    "/assets/app.js": program,
    "/api/config.json": `{"name":"Tidewatch"}`,
    "/mark.svg": drawing("#0a6c8f"),
    "/robots.txt": { status: 404 },
    "/favicon.ico": { status: 404 },
    "/apple-touch-icon.png": { status: 404 },
    "/sitemap.xml": { status: 404 },
  },
  otherwise: shell,
};
