import { drawing } from "./pictures.ts";
import type { Site } from "./serve.ts";

const page = (
  title: string,
  main: string,
) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="pgsift finds the slow queries of a PostgreSQL server and explains them in plain words.">
<link rel="icon" href="data:,"><link rel="manifest" href="/site.webmanifest"></head>
<body><div id="navbar"><a href="/">pgsift</a> <a href="/install.html">Install</a> <a href="/getting-started.html">Getting started</a> <a href="/faq.html">FAQ</a> <a href="https://github.com/pgsift/pgsift">GitHub</a></div>
${main}
<div id="footer"><p>Released under the Apache License 2.0. <a href="https://github.com/pgsift/pgsift/blob/main/LICENSE">License</a></p></div></body></html>`;

/** A command-line tool with its source elsewhere, on hand-written pages. */
export const openSource: Site = {
  pages: {
    "/": page(
      "pgsift",
      `<h1>Find the slow queries of your PostgreSQL server</h1>
<p>pgsift is an open-source command-line tool. It samples <code>pg_stat_activity</code>, groups what it sees and explains the worst ten queries in plain words.</p>
<pre>$ brew install pgsift\n$ pgsift watch postgres://localhost/app</pre>
<ul><li>One static binary for Linux, macOS and Windows</li><li>No extension and no superuser needed</li><li>Reports as text, JSON or HTML</li></ul>`,
    ),
    "/install.html": page(
      "Install pgsift",
      `<h1>Installation</h1><h2>macOS</h2><pre>brew install pgsift</pre><h2>Linux</h2><pre>curl -fsSL https://pgsift.example/install.sh | sh</pre><h2>Windows</h2><pre>winget install pgsift</pre><h2>Docker</h2><pre>docker run ghcr.io/pgsift/pgsift watch $DATABASE_URL</pre>`,
    ),
    "/getting-started.html": page(
      "Getting started with pgsift",
      `<h1>Getting started</h1><p>Point pgsift at a server for ten minutes, then read the report from the top.</p>`,
    ),
    "/faq.html": page(
      "pgsift FAQ",
      `<h1>FAQ</h1><h2>Does it change anything on the server?</h2><p>No. It opens one connection and only reads.</p>`,
    ),
    "/site.webmanifest": JSON.stringify({
      name: "pgsift",
      icons: [
        { src: "/icons/mono.svg", purpose: "monochrome", sizes: "any" },
        { src: "/icons/mark.svg", type: "image/svg+xml", sizes: "any" },
      ],
    }),
    "/icons/mark.svg": drawing("#205e3b"),
  },
};
