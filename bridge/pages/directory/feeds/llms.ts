import type { Elysia } from "elysia";
import { identity } from "#bridge/http/mcp/serve-mcp.ts";
import { type Exchange, respondCacheable } from "#bridge/http/server/respond.ts";
import { mountPath } from "#bridge/http/server/routes.ts";
import { type Runtime, type ServedSite, servedSite } from "#bridge/http/server/runtime.ts";
import { accessTexts } from "#tools/core/mcp/protocol-versions.ts";
import { lines } from "#tools/core/text/text.ts";
import { accessNotices } from "#tools/site/shared/access.ts";
import { ownPages, shownTexts } from "#tools/site/texts.ts";
import { documentPages } from "../../docs/documents.ts";
import { markdownType } from "../../frame/markdown.ts";

/** Serves an overview of the site for assistants (llmstxt.org). */
export function mountLlms(app: Elysia, runtime: Runtime): void {
  const handle = async (exchange: Exchange) =>
    respondCacheable(exchange, {
      body: await document(await servedSite(exchange.request, runtime), runtime),
      contentType: markdownType,
      cacheControl: "public, max-age=3600",
      headers: { "content-security-policy": "default-src 'none'", vary: "Host, Accept-Encoding" },
    });
  mountPath(app, "/llms.txt", { GET: { operation: "llms_txt", handle } }, runtime);
}

const document = async (
  { site, urls: { base, api, mcp, docs } }: ServedSite,
  { isProduction, store }: Runtime,
): Promise<string> => `${lines(`# ${site.name}`)}

${lines(`> ${site.tagline}`)}

${identity.instructions}

${(await accessNotices(store.read, site)).join(" ")}

Every page of the directory is also available as Markdown: request its URL with \`Accept: text/markdown\`.

${accessTexts.versions} ${accessTexts.signIn}

## For assistants

- [MCP server](${mcp}): Streamable HTTP; public tools need no sign-in
- [Server card](${mcp}/server-card): connection details for clients
- [API and MCP](${docs}/api): all operations with their scopes and limits
- [Problems](${docs}/problems): all error codes with their fixes
- [OpenAPI](${api}/openapi.json): the same operations over REST
- [Changes](${base}/data/changes): all public records and their changes, for a copy of the directory
${site.settings.data?.licence ? `- [Download](${base}/data/${site.key}/manifest.json): all public data, written every night, under ${site.settings.data.licence}\n` : ""}
## Pages

- [Home](${base}/): this week's launches
- [What's new](${base}/updates): latest updates from the products
- Product: ${base}/listings/{slug}
- Founder story: ${base}/listings/{slug}/story

## Documentation

${documentPages.map(({ path, title, description }) => `- [${title}](${base}${path}): ${description}`).join("\n")}

## Optional

- [Sitemap](${base}/sitemap.xml): all pages, with the time of each page's last change if known
- [Feed of updates](${base}/updates.atom)
- [Listing rules](${base}/rules)
${[...shownTexts(site.settings, isProduction), ...ownPages(site.settings)]
  .map(({ name, title }) => `- [${title}](${base}/${name})\n`)
  .join("")}`;
