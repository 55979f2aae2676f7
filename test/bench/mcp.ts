import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, fresh, type Server } from "./load.ts";
import { type McpVersion, mcpRequest, mcpVersions, searchInputs, slugInputs } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { freePort, startProcess } from "./servers.ts";
import { percentiles, type Row, throughputRow } from "./table.ts";

const fastMcpVersion = "4.20.16";
const inputsPerTool = 200;
// Compared with no search at all, because the peers answer from memory; that ratio is only for information.
const minRatios: Record<string, number> = { "tools/list": 30, get_listing: 6 };
const peerVersion: McpVersion = "2025-11-25";

interface Call {
  name: string;
  input: Record<string, unknown>;
}

const callsOf = (size: number, count = inputsPerTool): Record<string, Call[]> => ({
  get_listing: slugInputs(size, count).map((input) => ({ name: "get_listing", input })),
  search_listings: searchInputs("prefix", size, count).map((input) => ({ name: "search_listings", input })),
});

/** Compares Slipway in both protocol versions with the official SDK and FastMCP on Node. */
export async function measureMcp(slipway: Server, size: number, effort: Effort): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "slipway-bench-mcp-"));
  const calls = callsOf(size);
  const { fixture, toolCount } = await writeFixture(folder, slipway, Object.values(calls).flat());
  const peers: Server[] = [];
  try {
    const example = Object.values(calls).map((some) => some[0]!);
    peers.push(await startNode("official SDK", join(import.meta.dir, "peers/official.mjs"), fixture));
    const fastMcp = installFastMcp();
    if (fastMcp === null) console.error("FastMCP: skipped, because npm cannot install it.");
    else peers.push(await startNode("FastMCP", fastMcp, fixture));

    for (const peer of peers) for (const call of example) await requireSameAnswer(slipway, peer, call);

    const rows: Row[] = [];
    const measure = async (what: string, requestsOf: (version: McpVersion) => string[], min?: number) => {
      const ours = mcpVersions.map((version) => ({ server: slipway, requests: requestsOf(version) }));
      const theirs = peers.map((server) => ({ server, requests: requestsOf(peerVersion) }));
      const results = await compare([...ours, ...theirs], effort);
      for (const [i, version] of mcpVersions.entries())
        for (const [j, peer] of peers.entries()) {
          const [own, other] = [results[i]!, results[ours.length + j]!];
          const notes = `${percentiles(own)}${toolCount} tools; `;
          rows.push(throughputRow(`MCP ${what}, ${version}`, size, [own, other], { name: peer.name, min, notes }));
        }
    };
    await measure("tools/list", (version) => [mcpRequest(version, "tools/list", {})], minRatios["tools/list"]);
    for (const [name, some] of Object.entries(calls)) {
      const requests = (version: McpVersion, added?: Record<string, unknown>) =>
        some.map(({ input }) => mcpRequest(version, "tools/call", { name, arguments: input }, added));
      await measure(`tools/call ${name}`, (version) => requests(version), minRatios[name]);
      // Many clients send something different in the `_meta` of each call.
      const withToken = (version: McpVersion) => requests(version, { progressToken: fresh });
      await measure(`tools/call ${name}, fresh progressToken`, withToken, minRatios[name]);
    }
    return rows;
  } finally {
    for (const peer of peers) await peer.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Content of the peers: Slipway's tool list and its responses to the calls of the benchmark. */
async function writeFixture(folder: string, slipway: Server, calls: Call[]) {
  const { tools } = await rpc(slipway, "tools/list", {});
  const answers = [];
  for (const { name, input } of calls) {
    const { structuredContent, content } = await rpc(slipway, "tools/call", { name, arguments: input });
    answers.push({ name, input, result: { structuredContent, content } });
  }
  const fixture = join(folder, "fixture.json");
  await Bun.write(fixture, JSON.stringify({ tools, answers }));
  return { fixture, toolCount: tools.length as number };
}

export async function rpc({ name, port }: Server, method: string, params: Record<string, unknown>): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": peerVersion,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  const { result, error } = JSON.parse(text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)![1]!);
  if (error) throw new Error(`${name} responds to ${method} with ${JSON.stringify(error)}`);
  return result;
}

async function requireSameAnswer(slipway: Server, peer: Server, { name, input }: Call): Promise<void> {
  const params = { name, arguments: input };
  const [ours, theirs] = await Promise.all([slipway, peer].map((server) => rpc(server, "tools/call", params)));
  if (!Bun.deepEquals(ours.structuredContent, theirs.structuredContent))
    throw new Error(`${peer.name} responds to ${name} with ${JSON.stringify(theirs).slice(0, 500)}`);
}

async function startNode(name: string, script: string, fixture: string): Promise<Server> {
  const port = await freePort();
  const peer = await startProcess(name, port, ["node", script, fixture, String(port), "fastmcp"], {
    NODE_ENV: "production",
  });
  const { tools } = await rpc(peer, "tools/list", {});
  if (tools.length === 0) throw new Error(`${name} lists no tools`);
  return peer;
}

/** The script of the FastMCP server with its own installation, kept between runs; null if npm cannot fetch it. */
function installFastMcp(): string | null {
  const folder = join(tmpdir(), `slipway-bench-fastmcp-${fastMcpVersion}`);
  if (!existsSync(join(folder, "node_modules/fastmcp"))) {
    mkdirSync(folder, { recursive: true });
    const command = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", `fastmcp@${fastMcpVersion}`];
    if (!Bun.spawnSync([...command, "zod@4.6.7"], { timeout: 120_000 }).success) return null;
  }
  for (const file of ["fastmcp.mjs", "fixture.mjs"]) cpSync(join(import.meta.dir, "peers", file), join(folder, file));
  return join(folder, "fastmcp.mjs");
}
