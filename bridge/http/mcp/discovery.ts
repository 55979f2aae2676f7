import type { Elysia } from "elysia";
import { protocolVersions } from "#tools/core/mcp/protocol-versions.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import { iconPath } from "../../pages/frame/icon.ts";
import { mountPath } from "../server/routes.ts";
import type { Runtime } from "../server/runtime.ts";
import { siteDocument } from "../server/site-document.ts";
import { identity } from "./serve-mcp.ts";

const cardType = "application/mcp-server-card+json";
const cardPath = "/mcp/server-card";
/** Server cards and the MCP registry allow at most 100 characters. */
const description = "A public directory of products: search, launches, leaderboards and your own listings.";

/** Serves the documents that describe the MCP server: the server card (SEP-2127), AI catalog and registry record. */
export function mountMcpDiscovery(app: Elysia, runtime: Runtime): void {
  const documents = {
    [cardPath]: { operation: "server_card", contentType: cardType, make: serverCard },
    "/.well-known/ai-catalog.json": {
      operation: "ai_catalog",
      contentType: "application/ai-catalog+json",
      make: aiCatalog,
    },
    "/server.json": { operation: "registry_record", contentType: "application/json", make: registryRecord },
  };
  for (const [path, { operation, contentType, make }] of Object.entries(documents)) {
    const endpoint = siteDocument(runtime, operation, (urls, { name }) => ({
      body: JSON.stringify(make(urls, name)),
      contentType,
      cacheControl: "public, max-age=3600",
    }));
    mountPath(app, path, { GET: endpoint }, runtime);
  }
}

/** The facts that the server card and the registry record share. The name is the reversed domain. */
const serverFacts = ({ base }: SiteUrls) => ({
  name: `${new URL(base).hostname.split(".").reverse().join(".")}/${identity.name}`,
  title: identity.title,
  description,
  version: identity.version,
  websiteUrl: `${base}/`,
  icons: [{ src: base + iconPath, mimeType: "image/svg+xml", sizes: ["any"] }],
});

const serverCard = (urls: SiteUrls) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  ...serverFacts(urls),
  remotes: [{ type: "streamable-http", url: urls.mcp, supportedProtocolVersions: protocolVersions }],
});

const registryRecord = (urls: SiteUrls) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ...serverFacts(urls),
  remotes: [{ type: "streamable-http", url: urls.mcp }],
});

// Discovery (ARD) requires a display name. The server card contains everything else.
const aiCatalog = (urls: SiteUrls, siteName: string) => ({
  specVersion: "1.0",
  host: { displayName: siteName, documentationUrl: urls.docs },
  entries: [
    {
      identifier: `urn:air:${new URL(urls.base).hostname}:mcp:${identity.name}`,
      displayName: identity.title,
      type: cardType,
      url: urls.base + cardPath,
    },
  ],
});
