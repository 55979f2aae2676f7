/** What a client declares, from public records. */
export interface RecordedClient {
  info: { name: string; version: string };
  capabilities: Record<string, unknown>;
  source: string;
}

const recorded = "npm mcp-client-capabilities 0.0.14, mcp-clients.json";
const matrix = "modelcontextprotocol/modelcontextprotocol, docs/extensions/client-matrix.mdx of 2026-07-20 (MCP Apps)";
const apps = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/**
 * Six clients as they declare themselves. The records are of initialize-based versions; with 2026-07-28 each request
 * carries the same. Facts from a client's documentation are marked. No public record declares the tasks extension.
 */
export const clients: Record<string, RecordedClient> = {
  "Claude on the web": {
    info: { name: "claude-ai", version: "0.1.0" },
    capabilities: { extensions: apps },
    source: `${recorded}; ${matrix}`,
  },
  "Claude Code": {
    info: { name: "claude-code", version: "2.1.76" },
    capabilities: { roots: {}, elicitation: { form: {}, url: {} } },
    // It declares no apps (github.com/anthropics/claude-code/issues/95149).
    source: `${recorded} (roots); code.claude.com/docs/en/mcp (elicitation by form or browser)`,
  },
  ChatGPT: {
    info: { name: "ChatGPT", version: "1.0.0" },
    capabilities: { extensions: apps },
    source: `${recorded}; ${matrix}`,
  },
  "VS Code": {
    info: { name: "Visual Studio Code", version: "1.110.0" },
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} }, extensions: apps },
    source: `${recorded}; ${matrix}`,
  },
  Cursor: {
    info: { name: "cursor-vscode", version: "1.0.0" },
    capabilities: { roots: {}, elicitation: {}, extensions: apps },
    source: `${recorded}; ${matrix}`,
  },
  Codex: {
    info: { name: "codex-mcp-client", version: "0.107.0" },
    // Declared, but declined without asking the user, so the link must suffice. Apps only inside a host that shows them
    // (openai/codex, codex-rs/codex-mcp/src/client_capabilities.rs), not in a terminal.
    capabilities: { elicitation: {} },
    source: `${recorded}; github.com/openai/codex/issues/6992`,
  },
};

/** A fictitious client that declares everything in 2026-07-28 and its extensions. */
export const ableToAll: RecordedClient = {
  info: { name: "able-to-all", version: "1" },
  capabilities: {
    ...{ roots: {}, sampling: {}, elicitation: { form: {}, url: {} } },
    extensions: { ...apps, "io.modelcontextprotocol/tasks": {}, "io.modelcontextprotocol/skills": {} },
  },
  source: "the specification of 2026-07-28, ext-apps, ext-tasks and SEP-2640",
};

export const eras = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof eras)[number];
