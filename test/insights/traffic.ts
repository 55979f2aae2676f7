import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { insightChannels, insightCounters } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { modernHeaders, post } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";

export const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
export const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
export const feedReader = "NetNewsWire (RSS Reader; https://netnewswire.com/)";

/** A caller behind the trusted proxy of a server. */
export const from = (address: string, userAgent = chrome): Record<string, string> => ({
  "x-forwarded-for": address,
  "user-agent": userAgent,
});

/** Calls a tool over MCP 2026-07-28 as a client that declares `name`. */
export async function callAs(server: { url: string }, name: string, tool: string, input: object, headers = {}) {
  const _meta = { ...modernMeta, "io.modelcontextprotocol/clientInfo": { name, version: "1" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input, _meta } };
  const { body } = await post(server, JSON.stringify(message), { ...modernHeaders("tools/call", tool), ...headers });
  return body.result;
}

/** Connects the official clients for both kinds of protocol. */
export async function connectClients({ url }: { url: string }, headers: Record<string, string>) {
  const address = new URL(`${url}/mcp`);
  const options = { requestInit: { headers } };
  const legacy = new Client({ name: "Desk Helper", version: "1" });
  await legacy.connect(new StreamableHTTPClientTransport(address, options));
  const modern = new ModernClient({ name: "modern-agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await modern.connect(new ModernTransport(address, options));
  return [legacy, modern] as const;
}

/** The counts of a listing (or, with `null`, of the sites), such as `page_views page 20775: 3`. */
export const countsOf = (db: Db, slug: string | null): string[] =>
  db.$client
    .query<{ counter: number; channel: number; day: number; count: number }, [string | null]>(
      `SELECT counter, channel, day, sum(count) AS count FROM insight_counts
       WHERE listing_id = ifnull((SELECT id FROM listings WHERE site_id = 1 AND slug = ?), 0) GROUP BY 1, 2, 3`,
    )
    .all(slug)
    .map(
      ({ counter, channel, day, count }) => `${insightCounters[counter]} ${insightChannels[channel]} ${day}: ${count}`,
    )
    .sort();

export const clientsOf = (db: Db, slug: string): string[] =>
  db.$client
    .query<{ client: string; reads: number }, [string]>(
      `SELECT client, sum(reads) AS reads FROM client_reads
       WHERE listing_id = (SELECT id FROM listings WHERE site_id = 1 AND slug = ?) GROUP BY 1 ORDER BY 1`,
    )
    .all(slug)
    .map(({ client, reads }) => `${client}: ${reads}`);
