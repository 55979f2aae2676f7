export interface ClientSteps {
  name: string;
  /** Instructions shown before the code. */
  how: string;
  code: string;
  link?: string;
}

/** The server's name. Some clients accept only letters and hyphens in it. */
const serverName = "slipway";

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const clientSteps = (url: string): ClientSteps[] => [
  {
    name: "Claude, on the web and desktop",
    how: "Open Settings, then Connectors. Choose “Add custom connector” and enter this URL. The server must be reachable from the internet.",
    code: url,
  },
  { name: "Claude Code", how: "Run this command:", code: `claude mcp add --transport http ${serverName} "${url}"` },
  {
    name: "ChatGPT",
    how: "Open Settings, then Apps, then Advanced settings, and turn on developer mode. Then create an app with this URL and choose OAuth. The server must be reachable from the internet.",
    code: url,
  },
  { name: "Codex", how: "Run this command:", code: `codex mcp add ${serverName} --url "${url}"` },
  {
    name: "VS Code",
    how: "Or add this to .vscode/mcp.json:",
    code: json({ servers: { [serverName]: { type: "http", url } } }),
    link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: serverName, type: "http", url }))}`,
  },
  {
    name: "Cursor",
    how: "Or add this to .cursor/mcp.json:",
    code: json({ mcpServers: { [serverName]: { url } } }),
    link: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: serverName, config: btoa(JSON.stringify({ url })) })}`,
  },
  {
    name: "MCP Inspector",
    how: "To inspect the server yourself, run this command:",
    code: `npx @modelcontextprotocol/inspector --cli "${url}" --method tools/list`,
  },
];
