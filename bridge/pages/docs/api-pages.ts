import { scopes } from "#auth/scopes.ts";
import { problems } from "#tools/core/errors/errors.ts";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import { successOf } from "#tools/core/openapi/types.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { html } from "../frame/html.ts";
import { table } from "../frame/table.ts";
import { overviewMarkdown, routeOf } from "./api-markdown.ts";
import { type ApiContext, type Entry, operationSection } from "./docs-operation.ts";
import type { DocsContent, DocsPage, DocsSection, DocsUrls } from "./docs-page.ts";
import { fieldList, recordLink, refName, sharedRecords } from "./docs-schema.ts";
import { blocks } from "./docs-text.ts";

export const apiGroup = "API";

const familyPath = (family: string) => `/docs/api/${family.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

const section = (id: string, heading: string, text: string): DocsSection => ({ id, level: 2, heading, text });

type PageMaker = [path: string, label: string, title: string, description: string, make: typeof overview];

/** The pages generated from the OpenAPI document: the basics, operations by family, records and problems. */
export function apiPages(tools: readonly AnyTool[]): DocsPage[] {
  const families = [...Map.groupBy(tools, ({ family }) => family)];
  const pages: PageMaker[] = [
    ["/docs/api", "Overview", "API and MCP", "How to call the API, sign in and find an operation.", overview],
    ...families.map(([family, ofFamily]): PageMaker => {
      const description = `${ofFamily.map(({ title }) => title).join(". ")}.`;
      return [familyPath(family), family, `${family} API`, description, (context) => familyContent(family, context)];
    }),
    ["/docs/records", "Records", "API records", "The fields of every record in the API's responses.", records],
    [
      "/docs/problems",
      "Problems",
      "API problems",
      "Every error code, with its status and how to respond to the error.",
      problemContent,
    ],
  ];
  // A site's pages are generated together, so that its OpenAPI document need not stay in memory.
  const made = new Map<string, DocsContent[]>();
  return pages.map(([path, label, title, description], i) => ({
    path,
    label,
    title,
    group: apiGroup,
    description,
    content(urls) {
      if (!made.has(urls.base)) {
        const context = apiContext(tools, urls);
        made.set(
          urls.base,
          pages.map(([, , , , make]) => make(context, urls)),
        );
      }
      return made.get(urls.base)![i]!;
    },
  }));
}

function apiContext(tools: readonly AnyTool[], urls: DocsUrls): ApiContext {
  const document = openApiDocument(tools, urls);
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const responses = entries.flatMap(({ operation }) => {
    const schema = successOf(operation).content?.["application/json"]?.schema;
    return schema ? (refName(schema) ?? []) : [];
  });
  return {
    document,
    entries,
    links: new Map(tools.map(({ name, family }) => [name, `${familyPath(family)}#${name}`])),
    shared: new Set([...sharedRecords(document.components.schemas, responses), "Problem"]),
  };
}

function overview({ document, entries, links }: ApiContext, urls: DocsUrls): DocsContent {
  const { info, tags } = document;
  const scopeRows = Object.entries(scopes).map(([scope, allows]) => ({ cells: [html`<code>${scope}</code>`, allows] }));
  return {
    sections: [
      section("basics", "Basics", info.description),
      section("signing-in", "Signing in", `API key, OAuth, scopes: ${Object.values(scopes)}`),
      section("operations", "Operations", ""),
      section("interactive-reference", "Interactive reference", "Call operations in the browser."),
    ],
    markdown: overviewMarkdown(document, entries, urls),
    body: html`<p class="lead">${info.summary}. Every operation is a REST endpoint and an MCP tool. Version ${info.version}.</p>
<h2 id="basics">Basics</h2>
<dl class="facts">
<div><dt>REST</dt><dd><code>${urls.api}</code></dd></div>
<div><dt>MCP</dt><dd><code>${urls.mcp}</code> <a href="/mcp">How to connect</a></dd></div>
<div><dt>OpenAPI</dt><dd><a href="${urls.api}/openapi.json">${urls.api}/openapi.json</a></dd></div>
<div><dt>Try it</dt><dd><a href="/docs/reference">Interactive reference</a></dd></div>
</dl>
${blocks(info.description, links)}
<h2 id="signing-in">Signing in</h2>
<p>Public operations require no sign-in. For all other operations, send the header <code>Authorization: Bearer</code> with an API key or an OAuth 2.1 access token (authorization code flow with PKCE). API keys begin with <code>lk_</code>. Each operation names the scopes that it requires.</p>
${table("Scopes", ["Scope", "What it allows"], scopeRows)}
<h2 id="operations">Operations</h2>
<dl class="pages-of">${tags.map(
      ({ name }) => html`<div><dt><a href="${familyPath(name)}">${name}</a></dt><dd><ul role="list">${entries
        .filter(({ operation }) => operation.tags.includes(name))
        .map(
          ({ operation: { operationId, summary } }) =>
            html`<li><a href="${links.get(operationId)!}">${summary}</a> <code>${operationId}</code></li>`,
        )}</ul></dd></div>
`,
    )}</dl>
<h2 id="interactive-reference">Interactive reference</h2>
<p>The <a href="/docs/reference">interactive reference</a> calls any operation from your browser. The page sends no cookies, forgets your key when you leave, and loads nothing from other hosts.</p>
<p>The reference uses <code>@scalar/api-reference</code> without the plugin <code>@elysiajs/swagger</code>. The plugin needs inline scripts, always sends cookies, and adds four production dependencies.</p>`,
  };
}

function familyContent(family: string, context: ApiContext): DocsContent {
  const entries = context.entries.filter(({ operation }) => operation.tags.includes(family));
  return {
    sections: entries.map((entry) => {
      const { operationId, summary, description } = entry.operation;
      return section(operationId, summary, `${routeOf(entry)}: ${description}`);
    }),
    body: html`${entries.map((entry) => operationSection(entry, context))}`,
  };
}

function records({ document, shared }: ApiContext): DocsContent {
  const schemas = Object.entries(document.components.schemas).filter(([name]) => shared.has(name));
  return {
    sections: schemas.map(([name, { description = "", properties }]) =>
      section(name, name, `${description} ${Object.keys(properties ?? {}).join(", ")}`),
    ),
    body: html`${schemas.map(
      ([name, schema]) => html`<article id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title"><a href="#${name}">${name}</a></h2>
${typeof schema.description === "string" && html`<p>${schema.description}</p>`}
${fieldList(schema)}
</article>
`,
    )}`,
  };
}

function problemContent(): DocsContent {
  const all = Object.entries(problems);
  const rows = all.map(([code, { status, title, advice }]) => ({
    id: code,
    cells: [html`<code>${code}</code>`, status, title, advice],
  }));
  return {
    sections: all.map(([code, { title, advice }]) => ({ ...section(code, code, `${title}. ${advice}`), level: 3 })),
    body: html`<p class="lead">Every error response is a ${recordLink("Problem")}. Programs should rely on <code>code</code>. <code>detail</code> explains the specific case to people.</p>
${table("Codes", ["Code", "Status", "Meaning", "What to do"], rows)}`,
  };
}
