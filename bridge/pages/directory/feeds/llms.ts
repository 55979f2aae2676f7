import type { Elysia } from "elysia";
import { identity } from "#bridge/http/mcp/serve-mcp.ts";
import { type Exchange, respondCacheable } from "#bridge/http/server/respond.ts";
import { mountPath } from "#bridge/http/server/routes.ts";
import { type Runtime, type ServedSite, servedSite } from "#bridge/http/server/runtime.ts";
import { accessTexts } from "#tools/core/mcp/protocol-versions.ts";
import { lines } from "#tools/core/text/text.ts";
import { documentPages } from "../../docs/documents.ts";
import { markdownType } from "../../frame/markdown.ts";

/** Serves `/llms.txt` (llmstxt.org), which tells assistants that come to a page what there is besides. */
export function mountLlms(app: Elysia, runtime: Runtime): void {
  const handle = async (exchange: Exchange) =>
    respondCacheable(exchange, {
      body: document(await servedSite(exchange.request, runtime)),
      contentType: markdownType,
      cacheControl: "public, max-age=3600",
      headers: { "content-security-policy": "default-src 'none'", vary: "Host, Accept-Encoding" },
    });
  mountPath(app, "/llms.txt", { GET: { operation: "llms_txt", handle } }, runtime);
}

const document = ({ site, urls: { base, api, mcp, docs } }: ServedSite): string => `${lines(`# ${site.name}`)}

${lines(`> ${site.tagline}`)}

${identity.instructions}

Every page of the directory is also Markdown: ask for its address with \`Accept: text/markdown\`.

${accessTexts.versions} ${accessTexts.signIn}

## For assistants

- [MCP server](${mcp}): streamable HTTP; public tools need no sign-in
- [Server card](${mcp}/server-card): how to connect, for clients
- [API and MCP](${docs}/api): every operation, with its scopes and limits
- [Problems](${docs}/problems): every error code, and what to do
- [OpenAPI](${api}/openapi.json): the same operations over REST

## Pages

- [Front page](${base}/): what launches this week
- [Updates](${base}/updates): what is new at the products
- A product: ${base}/listings/{slug}, its story ${base}/listings/{slug}/story

## Documentation

${documentPages.map(({ path, title, description }) => `- [${title}](${base}${path}): ${description}`).join("\n")}

## Optional

- [Sitemap](${base}/sitemap.xml): every page, with when it was last changed
- [Updates as a feed](${base}/updates.atom)
`;
