/** How one client is told of the MCP server. */
export interface ClientSteps {
  name: string;
  /** What to do, up to what is to be copied. */
  how: string;
  /** What is copied: a command, or what goes into a file. */
  code: string;
  /** Opens the client, which asks whether to add the server. */
  link?: string;
}

/** What a client calls the server; some take nothing but letters and hyphens. */
const serverName = "slipway";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The steps for each client, with the address of the server, which may choose its tools. */
export const clientSteps = (url: string): ClientSteps[] => [
  {
    name: "Claude, on the web and the desktop",
    how: "Settings, Connectors, Add custom connector; give it this address. It has to be reachable from outside.",
    code: url,
  },
  { name: "Claude Code", how: "Run this:", code: `claude mcp add --transport http ${serverName} "${url}"` },
  {
    name: "ChatGPT",
    how: "Settings, Apps, Advanced settings: switch developer mode on. Then create an app with this address, and OAuth as its sign-in. It has to be reachable from outside.",
    code: url,
  },
  { name: "Codex", how: "Run this:", code: `codex mcp add ${serverName} --url "${url}"` },
  {
    name: "VS Code",
    how: "Or write this into .vscode/mcp.json:",
    code: json({ servers: { [serverName]: { type: "http", url } } }),
    link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: serverName, type: "http", url }))}`,
  },
  {
    name: "Cursor",
    how: "Or write this into .cursor/mcp.json:",
    code: json({ mcpServers: { [serverName]: { url } } }),
    link: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: serverName, config: btoa(JSON.stringify({ url })) })}`,
  },
  {
    name: "MCP Inspector",
    how: "To look at the server by hand, run this:",
    code: `npx @modelcontextprotocol/inspector --cli "${url}" --method tools/list`,
  },
];
