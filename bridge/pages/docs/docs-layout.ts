import { ariaCurrent } from "../frame/frame.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { Page } from "../frame/layout.ts";
import { searchIcon } from "../frame/search-form.ts";
import { apiGroup } from "./api-pages.ts";
import type { DocsLink, DocsPage, DocsSection, DocsUrls } from "./docs-page.ts";
import { type DocsHit, maxHits } from "./docs-search.ts";

export type PageContent = Pick<Page, "title" | "description" | "canonical" | "text" | "body">;

const label = ({ label, title }: DocsLink) => label ?? title;

const searchField = (
  query: string,
): Html => html`<form class="docs-find" action="/docs/search" role="search" aria-label="Documentation">
<label class="hidden" for="docs-find">Search the documentation</label>
<div class="find-field">${searchIcon}<input id="docs-find" type="search" name="q" value="${query}" maxlength="200" placeholder="Search the docs"></div>
</form>`;

const isFamily = ({ path }: DocsLink) => path.startsWith("/docs/api/");

/** The documentation's menu. On API pages, the API group comes first and lists every family. */
export function docsMenu(pages: readonly DocsLink[], path: string, query: string): Html {
  const isApi = pages.find((page) => page.path === path)?.group === apiGroup;
  const shown = isApi
    ? pages.toSorted((a, b) => Number(b.group === apiGroup) - Number(a.group === apiGroup))
    : pages.filter((page) => !isFamily(page));
  const link = (to: string, text: string) => html`<li><a href="${to}"${ariaCurrent(to, path, true)}>${text}</a></li>
`;
  return html`<nav class="side contents" aria-label="Documentation">
${searchField(query)}
<details><summary>All pages</summary>
<ul role="list">
${link("/docs", "Documentation")}
${[...Map.groupBy(shown, ({ group }) => group)].map(
  ([group, ofGroup]) => html`<li><span class="group">${group}</span><ul role="list">
${ofGroup.map((page) => link(page.path, label(page)))}</ul></li>
`,
)}</ul></details>
</nav>`;
}

export async function contentPage(page: DocsPage, pages: readonly DocsPage[], urls: DocsUrls): Promise<PageContent> {
  const { path, title, group, description } = page;
  const { body, sections, markdown } = await page.content(urls);
  const at = pages.indexOf(page);
  const headings = sections.filter(({ level }) => level === 2);
  return {
    title,
    description,
    canonical: urls.base + path,
    text: (markdown ?? markdownOf(title, sections)).replaceAll("](/", `](${urls.base}/`),
    body: html`<header><p class="hint">${group}</p>
<h1>${title}</h1></header>
${headings.length > 1 && tableOfContents(headings)}
<div class="docs-text${group === apiGroup && " api"}">${body}</div>
<nav class="neighbours" aria-label="Previous and next">
${at > 0 && neighbour("prev", "Previous", pages[at - 1]!)}
${at < pages.length - 1 && neighbour("next", "Next", pages[at + 1]!)}
</nav>`,
  };
}

const markdownOf = (title: string, sections: readonly DocsSection[]): string =>
  [`# ${title}`, ...sections.map(({ heading, text }) => `## ${heading}\n\n${text.trim()}`)].join("\n\n");

const tableOfContents = (headings: readonly DocsSection[]): Html => html`<nav class="toc" aria-labelledby="toc">
<p id="toc">On this page</p>
<ul role="list">${headings.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul>
</nav>`;

const neighbour = (rel: string, word: string, page: DocsPage): Html =>
  html`<a rel="${rel}" href="${page.path}"><span>${word}</span> ${page.title}</a>`;

export function startPage(pages: readonly DocsLink[], urls: DocsUrls, site: string): PageContent {
  const title = "Documentation";
  const lead = `Use ${site} through its pages, an assistant or the API, or run your own directory.`;
  const search = `curl "${urls.api}/listings?q=photo+backup"`;
  const steps: [name: string, code: string, note: HtmlValue][] = [
    [
      "Run your own",
      "npx -y bun start",
      "This command starts a demo directory. You need Node or Bun and a copy of the code.",
    ],
    ["Connect an assistant", urls.mcp, html`The URL of the MCP server. <a href="/mcp">Steps for each assistant</a>`],
    ["Call the API", search, html`Searching requires no account. <a href="/docs/reference">Try it in the browser</a>`],
  ];
  const shown = pages.filter((page) => !isFamily(page));
  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  const about = ({ description }: DocsLink) => /^.+?\.(?=\s|$)/.exec(description)?.[0] ?? description;
  return {
    title,
    description: lead,
    canonical: urls.docs,
    text: [
      `# ${title}\n\n${lead}`,
      ...groups.map(
        ([group, ofGroup]) =>
          `## ${group}\n\n${ofGroup.map((page) => `- [${label(page)}](${urls.base}${page.path}): ${about(page)}`).join("\n")}`,
      ),
    ].join("\n\n"),
    body: html`<header><h1>${title}</h1>
<p class="lead">${lead}</p></header>
<div class="docs-text api"><h2 id="quick-start">Quick start</h2>
<dl class="steps">${steps.map(([name, code, note]) => {
      const example = html`<pre class="copied" tabindex="0" role="group" aria-label="${name}"><code>${code}</code></pre>`;
      return html`<div><dt>${name}</dt><dd>${example}
<p class="hint">${note}</p></dd></div>
`;
    })}</dl>
${groups.map(
  ([group, ofGroup]) => html`<h2 id="${group.toLowerCase()}">${group}</h2>
<dl class="pages-of">${ofGroup.map(
    (page) => html`<div><dt><a href="${page.path}">${label(page)}</a></dt><dd>${about(page)}</dd></div>
`,
  )}</dl>
`,
)}</div>`,
  };
}

const hrefOf = ({ page: { path }, section: { id } }: DocsHit): string => (id ? `${path}#${id}` : path);

export function resultPage(query: string, hits: readonly DocsHit[], urls: DocsUrls): PageContent {
  const title = "Search the documentation";
  const count =
    hits.length === 1 ? "1 section" : `${hits.length === maxHits ? "The best " : ""}${hits.length} sections`;
  const none = html`<p class="empty">No section matches “${query}”. Try other words, or <a href="/docs">browse all pages</a>.</p>`;
  return {
    title: query === "" ? title : `${query}: documentation search`,
    text: [
      `# ${title}`,
      ...hits.map((hit) => `- [${hit.page.title}: ${hit.section.heading}](${urls.base}${hrefOf(hit)}): ${hit.excerpt}`),
    ].join("\n\n"),
    body: html`<header><h1>${title}</h1></header>
${query === "" && html`<p class="empty">Enter a word in “Search the docs”, such as “backup” or “API key”. <a href="/docs">Browse all pages</a></p>`}
${query !== "" && (hits.length === 0 ? none : html`<p class="hint" role="status">${count} for “${query}”</p>`)}
<ol class="hits" role="list">${hits.map(
      (hit) => html`<li><p class="hint">${hit.page.group} · ${hit.page.title}</p>
<h2><a href="${hrefOf(hit)}">${hit.section.heading}</a></h2>
<p>${hit.marked}</p></li>
`,
    )}</ol>`,
  };
}
