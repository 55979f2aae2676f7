import { join } from "node:path";
import type { Elysia } from "elysia";
import { scopes } from "#auth/scopes.ts";
import { problems } from "#tools/core/errors/errors.ts";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import { type OpenApiDocument, successOf } from "#tools/core/openapi/types.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import type { Payload } from "../../http/server/respond.ts";
import { type Endpoint, mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { siteDocument } from "../../http/server/site-document.ts";
import { markdownPage, prefersMarkdown } from "../directory/markdown.ts";
import { type Assets, mountAsset } from "../frame/assets.ts";
import { type Html, html } from "../frame/html.ts";
import type { Page } from "../frame/layout.ts";
import { sharedPage } from "../frame/shared-page.ts";
import { table } from "../frame/table.ts";
import { mountAnswerExamples } from "./answer-examples.ts";
import { docsMarkdown } from "./docs-markdown.ts";
import { type Entry, operationSection, type Surroundings } from "./docs-operation.ts";
import { fieldList, recordId, refName, sharedRecords } from "./docs-schema.ts";
import { blocks } from "./docs-text.ts";

/** Serves the API description for people at `/docs`, made from the OpenAPI document of the site. */
export function mountDocs(app: Elysia, tools: readonly AnyTool[], runtime: Runtime, assets: Assets): void {
  const stylesheet = mountAsset(app, "docs", [join(import.meta.dir, "docs.css")], runtime);
  const describe = (urls: SiteUrls) => openApiDocument(tools, { ...urls, issuer: runtime.baseUrl });
  const page = siteDocument(runtime, "docs", (urls, site) => {
    const shown = { ...docsPage(describe(urls), urls), stylesheet };
    return varied(sharedPage(shown, { site, assets, path: "/docs", person: "anyone" }, maxAge));
  });
  const markdown = siteDocument(runtime, "docs", (urls) => {
    const text = docsMarkdown(describe(urls), urls);
    return varied(
      markdownPage({ title: "API and MCP", text, layout: "wide", body: null, canonical: urls.docs }, [], maxAge),
    );
  });
  const endpoint: Endpoint = {
    operation: "docs",
    handle: (exchange, params) => (prefersMarkdown(exchange.request) ? markdown : page).handle(exchange, params),
  };
  mountPath(app, "/docs", { GET: endpoint }, runtime);
  mountAnswerExamples(app, tools, runtime);
}

const maxAge = 300;
const varied = (payload: Payload): Payload => ({
  ...payload,
  headers: { ...payload.headers, vary: "Accept, Host, Accept-Encoding" },
});

function docsPage(document: OpenApiDocument, urls: SiteUrls): Page {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const families = document.tags.map(({ name }) => ({
    name,
    id: `family-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const around = surroundings(document, entries);
  return {
    title: "API and MCP",
    description: `${document.info.summary}: every operation as a REST endpoint and an MCP tool.`,
    canonical: urls.docs,
    layout: "wide",
    side: html`<nav class="side contents" aria-label="On this page">
<ul role="list">
<li><a href="#basics">Basics</a></li>
<li><a href="#signing-in">Signing in</a></li>
${families.map(
  ({ name, id, entries }) => html`<li><a href="#${id}">${name}</a><ul role="list">${entries.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ul></li>
`,
)}<li><a href="#records">Records</a></li>
<li><a href="#problems">Problems</a></li>
</ul>
</nav>`,
    body: html`<div class="docs">
<h1>API and MCP <span class="version">${document.info.version}</span></h1>
<p class="lead">${document.info.summary}.</p>
${basics(document, urls, around)}
${families.map(
  ({ name, id, entries }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
${entries.map((entry) => operationSection(entry, around))}
</section>
`,
)}
${records(document, around)}
${problemTable}
</div>`,
  };
}

function surroundings(document: OpenApiDocument, entries: Entry[]): Surroundings {
  const answers = entries.flatMap(({ operation }) => {
    const schema = successOf(operation).content?.["application/json"]?.schema;
    return schema ? (refName(schema) ?? []) : [];
  });
  return {
    document,
    operations: new Set(entries.map(({ operation }) => operation.operationId)),
    shared: new Set([...sharedRecords(document.components.schemas, answers), "Problem"]),
  };
}

function basics({ info }: OpenApiDocument, urls: SiteUrls, { operations }: Surroundings): Html {
  return html`<section id="basics" aria-labelledby="basics-title">
<h2 id="basics-title">Basics</h2>
<dl class="facts">
<div><dt>REST</dt><dd><code>${urls.api}</code></dd></div>
<div><dt>MCP</dt><dd><code>${urls.mcp}</code></dd></div>
<div><dt>OpenAPI</dt><dd><a href="${urls.api}/openapi.json">${urls.api}/openapi.json</a></dd></div>
</dl>
${blocks(info.description, operations)}
</section>
<section id="signing-in" aria-labelledby="signing-in-title">
<h2 id="signing-in-title">Signing in</h2>
<p>Public operations need no sign-in. For the others send <code>Authorization: Bearer</code> with an API key, which begins with <code>lk_</code>, or with an OAuth 2.1 access token (authorization code with PKCE). Each operation names the scopes it needs.</p>
${table(
  "Scopes",
  ["Scope", "What it allows"],
  Object.entries(scopes).map(([scope, allows]) => ({ cells: [html`<code>${scope}</code>`, allows] })),
)}
</section>`;
}

const records = (
  { components }: OpenApiDocument,
  { shared }: Surroundings,
): Html => html`<section id="records" aria-labelledby="records-title">
<h2 id="records-title">Records</h2>
${Object.entries(components.schemas)
  .filter(([name]) => shared.has(name))
  .map(
    ([name, schema]) => html`<article id="${recordId(name)}" aria-labelledby="${recordId(name)}-title">
<h3 id="${recordId(name)}-title"><a href="#${recordId(name)}">${name}</a></h3>
${typeof schema.description === "string" && html`<p>${schema.description}</p>`}
${fieldList(schema)}
</article>
`,
  )}
</section>`;

const problemTable = html`<section id="problems" aria-labelledby="problems-title">
<h2 id="problems-title">Problems</h2>
<p>Every answer that is not a success is a <a href="#${recordId("Problem")}">Problem</a>. Decide by <code>code</code>; <code>detail</code> says what this very case is about.</p>
${table(
  "Codes",
  ["Code", "Status", "Meaning", "What to do"],
  Object.entries(problems).map(([code, { status, title, advice }]) => ({
    id: code,
    cells: [html`<code>${code}</code>`, status, title, advice],
  })),
)}
</section>`;
