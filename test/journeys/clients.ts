/** What a client says of itself, as public records have it. */
export interface RecordedClient {
  info: { name: string; version: string };
  capabilities: Record<string, unknown>;
  source: string;
}

const recorded = "npm mcp-client-capabilities 0.0.14, mcp-clients.json";

/**
 * Six clients as they declare themselves. The records are of initialize-based versions; with 2026-07-28 each request
 * carries the same. What the documents of a client say beyond its record is named with it.
 */
export const clients: Record<string, RecordedClient> = {
  "Claude on the web": {
    info: { name: "claude-ai", version: "0.1.0" },
    capabilities: {},
    source: recorded,
  },
  "Claude Code": {
    info: { name: "claude-code", version: "2.1.76" },
    capabilities: { roots: {}, elicitation: { form: {}, url: {} } },
    source: `${recorded} (roots); code.claude.com/docs/en/mcp (elicitation by form or browser)`,
  },
  ChatGPT: {
    info: { name: "ChatGPT", version: "1.0.0" },
    capabilities: {},
    source: recorded,
  },
  "VS Code": {
    info: { name: "Visual Studio Code", version: "1.110.0" },
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
    source: recorded,
  },
  Cursor: {
    info: { name: "cursor-vscode", version: "1.0.0" },
    capabilities: { roots: {}, elicitation: {} },
    source: recorded,
  },
  Codex: {
    info: { name: "codex-mcp-client", version: "0.107.0" },
    // Declared, and declined without asking anybody: the link has to suffice.
    capabilities: { elicitation: {} },
    source: `${recorded}; github.com/openai/codex/issues/6992`,
  },
};

export const eras = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof eras)[number];
