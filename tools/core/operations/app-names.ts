import type { ToolSet } from "./tool-set.ts";

/** A page without network access that shows a tool's output in clients that support MCP Apps (SEP-1865, 2026-01-26). */
export interface McpApp {
  name: AppName;
  title: string;
  description: string;
  html(base: string): string;
}

export type AppName = "draft" | "quote" | "board";

/** A stateless server does not know the capabilities of clients that use older protocol versions. */
export const appExtension = { "io.modelcontextprotocol/ui": {} };

export const appMimeType = "text/html;profile=mcp-app";

const appUri = (name: AppName) => `ui://slipway/${name}`;

/** This metadata costs about 17 tokens. Hosts without apps ignore `_meta`. */
export const appMeta = (name: AppName) => ({ ui: { resourceUri: appUri(name) } });

const resourceMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

export function appResources({ tools }: Pick<ToolSet, "tools">, apps: readonly McpApp[]) {
  const used = new Set(tools.map(({ app }) => app));
  return apps
    .filter(({ name }) => used.has(name))
    .map(({ name, title, description, html }) => {
      const head = { uri: appUri(name), mimeType: appMimeType, _meta: resourceMeta };
      return {
        uri: head.uri,
        listed: { ...head, name: `${name}_app`, title, description },
        contents: (base: string) => ({ ...head, text: html(base) }),
      };
    });
}
