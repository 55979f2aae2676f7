import type { ToolSet } from "./tool-set.ts";

/** What shows a tool's answer to a person where the client has MCP Apps (SEP-1865, 2026-01-26): a page without a network. */
export interface McpApp {
  name: AppName;
  title: string;
  description: string;
  /** The whole page, for the site at `base`. */
  html(base: string): string;
}

export type AppName = "draft" | "quote" | "board";

/** Declared without looking whether the client does: in the initialize-based versions a stateless server never hears of it. */
export const appExtension = { "io.modelcontextprotocol/ui": {} };

export const appMimeType = "text/html;profile=mcp-app";

const appUri = (name: AppName) => `ui://slipway/${name}`;

/**
 * What `tools/list` says of a tool whose answers an app shows. Everyone is told, in some 17 tokens: the list is cached
 * for all, hosts keep it without saying what they can do, and those without apps pass over `_meta`.
 */
export const appMeta = (name: AppName) => ({ ui: { resourceUri: appUri(name) } });

/** It loads nothing, calls nobody and asks for no permission. */
const resourceMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

/** The apps of a set of tools as resources. */
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
