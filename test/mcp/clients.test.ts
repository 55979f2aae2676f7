import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  ProtocolError,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { tools } from "#tools/registry.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const names = tools.map((tool) => tool.name);

/** A 1.x transport whose initialize offers `version`, like clients of that time. */
class TransportOfVersion extends StreamableHTTPClientTransport {
  readonly statuses: string[] = [];

  constructor(
    url: URL,
    readonly version: string,
  ) {
    const statuses: string[] = [];
    super(url, {
      fetch: async (target, init) => {
        const response = await fetch(target, init);
        const [type] = (response.headers.get("content-type") ?? "-").split(";");
        statuses.push(`${init?.method} ${response.status} ${type}`);
        return response;
      },
    });
    this.statuses = statuses;
  }

  override send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: Parameters<StreamableHTTPClientTransport["send"]>[1],
  ) {
    if ("method" in message && message.method === "initialize")
      return super.send({ ...message, params: { ...message.params, protocolVersion: this.version } }, options);
    return super.send(message, options);
  }
}

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<any>;
}

/** What every client must be able to do; the clients check structured content against the listed output schemas. */
async function useDirectory(client: AnyClient) {
  const listed = await client.listTools();
  expect(listed.tools.map((tool) => tool.name)).toEqual(names);

  const found = await client.callTool({ name: "search_listings", arguments: { q: "photo backup" } });
  expect(found.isError).toBeFalsy();
  const [card] = found.structuredContent.items;
  const profile = await client.callTool({ name: "get_listing", arguments: { slug: card.slug } });
  expect(profile.structuredContent).toMatchObject(card);
  expect(profile.content[0].text).toContain(card.name);

  const unknown = await client.callTool({ name: "get_listing", arguments: { slug: "no-such-thing" } });
  expect(unknown.isError).toBe(true);
  expect(unknown.structuredContent).toMatchObject({ status: 404, code: "not_found" });
}

describe.each(["2025-03-26", "2025-06-18", "2025-11-25"])("1.x client that offers %s", (version) => {
  let client: Client;
  let transport: TransportOfVersion;
  beforeAll(async () => {
    client = new Client({ name: "slipway-test", version: "1" });
    transport = new TransportOfVersion(new URL(`${server.url}/mcp`), version);
    await client.connect(transport);
  });
  afterAll(() => client.close());

  test("connect: negotiates that version; the session id begins with the client's name", () => {
    expect(transport.protocolVersion).toBe(version);
    expect(transport.sessionId).toMatch(/^slipway-test~[\da-f-]{36}$/);
    expect(client.getServerVersion()).toMatchObject({ name: "slipway" });
    expect(client.getInstructions()).toContain("search_listings");
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      extensions: { "io.modelcontextprotocol/ui": {}, "io.modelcontextprotocol/skills": {} },
    });
  });

  test("tools: can be listed and called", () => useDirectory(client as unknown as AnyClient));

  test("unknown tool: error -32602", async () => {
    const call = client.callTool({ name: "no_such_tool", arguments: {} });
    expect(await call.catch((error: Error) => error)).toMatchObject({ code: -32602 });
  });

  test("ping: empty result", async () => {
    expect(await client.ping()).toEqual({});
  });

  test("transport: JSON responses, 202 for initialized and 405 for GET", () => {
    expect(new Set(transport.statuses)).toEqual(
      new Set(["POST 200 application/json", "POST 202 -", "GET 405 application/json"]),
    );
  });
});

test("2.x client pinned to 2026-07-28: lists and calls tools", async () => {
  const client = new ModernClient(
    { name: "slipway-test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new ModernTransport(new URL(`${server.url}/mcp`)));
  try {
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(client.getServerVersion()).toMatchObject({ name: "slipway" });
    await useDirectory(client);
    const call = client.callTool({ name: "no_such_tool", arguments: {} });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: -32602 });
  } finally {
    await client.close();
  }
});

test("2.x client with automatic negotiation: selects 2026-07-28", async () => {
  const client = new ModernClient({ name: "slipway-test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new ModernTransport(new URL(`${server.url}/mcp`)));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  await client.close();
});

test("client with an unsupported version: initialize offers the latest one", async () => {
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "old", version: "1" } },
    }),
  });
  expect(await response.json()).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
});

test.each(["GET", "DELETE"])("%s /mcp: 405 with the allowed methods", async (method) => {
  const response = await fetch(`${server.url}/mcp`, { method, headers: { accept: "text/event-stream" } });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST, OPTIONS");
});

test("tools/list: a cached response equals the first one except for its id", async () => {
  const list = async (id: unknown, isModern: boolean) => {
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(isModern && { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/list",
        params: { _meta: { ...(isModern && modernMeta), "test/run": "kept answers" } },
      }),
    });
    return response.json() as Promise<any>;
  };
  for (const isModern of [true, false]) {
    const first = await list(1, isModern);
    for (const id of [2, "two", 'a "quoted" id', 9_007_199_254_740_991])
      expect(await list(id, isModern)).toEqual({ ...first, id });
    expect(first.result.tools.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(first.result.ttlMs).toBe(isModern ? 3_600_000 : undefined);
  }
});
