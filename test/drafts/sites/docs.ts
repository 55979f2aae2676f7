import { drawing } from "./pictures.ts";
import type { Site } from "./serve.ts";

const commands =
  "clone diff fetch graft index join keep list merge note open prune query read stack tag undo verify watch zip".split(
    " ",
  );
const sidebar = `<nav class="sidebar" aria-label="Docs"><ul><li><a href="/docs/introduction">Introduction</a><li><a href="/docs/installation">Installation</a>
${commands.map((name) => `<li><a href="/docs/commands/${name}">strata ${name}</a>`).join("\n")}
${[1, 2, 3, 4, 5].map((n) => `<li><a href="/docs/versions/${n}.0/introduction">Version ${n}.0</a>`).join("\n")}</ul></nav>`;

const page = (
  title: string,
  main: string,
) => `<!doctype html><html lang="en" data-theme="light"><head><meta charset="UTF-8"><meta name="generator" content="Docmaker v3"><title>${title} | Strata</title>
<link rel="icon" href="/img/strata.svg"></head><body><div id="__docs"><div role="region" aria-label="Skip to main content"><a class="sr-only" href="#c">Skip</a></div>
<nav aria-label="Main" class="navbar"><a href="/">Strata</a><a href="/docs/introduction">Docs</a><a href="/blog">Blog</a><a href="https://github.com/strata-vc/strata">GitHub</a></nav>
<div class="layout">${sidebar}<main><article><header><h1>${title}</h1></header>${main}</article></main></div>
<footer>Built with Docmaker.</footer></div></body></html>`;

/** Documentation made by a generator: a long navigation, and the product told on two of its pages. */
export const docs: Site = {
  pages: {
    "/": page(
      "Strata: version control for maps",
      "<p>Strata keeps the history of geographic data. It works with GeoPackage, Shapefile and PostGIS, on one machine or between teams.</p><p><a href='/docs/introduction'>Read the introduction</a></p>",
    ),
    "/docs/introduction": page(
      "Introduction",
      "<p>Strata is a free command-line tool for people who edit maps. It stores what has changed between two states of a layer, not the layers themselves.</p><h2>Who uses it</h2><p>Survey offices, utilities and volunteers.</p>",
    ),
    "/docs/installation": page(
      "Installation",
      "<p>Strata runs on Linux, macOS and Windows.</p><pre>pipx install strata-vc</pre>",
    ),
    "/blog": page("Blog", "<p>Strata 5.0 has been released.</p>"),
    ...Object.fromEntries(
      commands.map((name) => [`/docs/commands/${name}`, page(`strata ${name}`, `<p>Usage of ${name}.</p>`)]),
    ),
    "/img/strata.svg": drawing("#5b4"),
  },
};
