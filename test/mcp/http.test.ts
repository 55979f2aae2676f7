import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codes, expectError, type Headers, json, modernHeaders, post as postTo } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

const { parseError, invalidRequest, methodNotFound, invalidParams, headerMismatch, unsupportedVersion } = codes;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const post = (body: Parameters<typeof postTo>[1], headers?: Headers) => postTo(server, body, headers);

describe("2026-07-28: headers and envelope (streamable-http.mdx, Server Validation; basic/index.mdx, _meta)", () => {
  const prefix = "io.modelcontextprotocol";
  const list = (headers: Headers, meta: Record<string, unknown> = modernMeta) =>
    post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } }), headers);
  const without = (headers: Headers, name: string) => {
    const { [name]: _, ...rest } = headers;
    return rest;
  };

  test("server/discover (DiscoverResult): lists every version, and each one works", async () => {
    const versions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
    const params = { _meta: modernMeta };
    const discover = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params });
    const { body } = await post(discover, modernHeaders("server/discover"));
    expect(body.result).toMatchObject({ supportedVersions: versions, capabilities: { tools: {} } });
    for (const protocolVersion of versions.slice(1)) {
      const hello = { protocolVersion, capabilities: {}, clientInfo: { name: "a", version: "1" } };
      const answer = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello }), json);
      expect(answer.body.result.protocolVersion).toBe(protocolVersion);
    }
  });

  test.each(["mcp-protocol-version", "mcp-method"])("400: header %s missing", async (name) => {
    expectError(await list(without(modernHeaders("tools/list"), name)), 400, headerMismatch, 1);
  });

  test.each([
    ["mcp-protocol-version", "2025-11-25"],
    ["mcp-method", "tools/call"],
  ])("400: header %s is %s", async (name, value) => {
    expectError(await list({ ...modernHeaders("tools/list"), [name]: value }), 400, headerMismatch, 1);
  });

  test.each([
    ["missing", undefined],
    ["of another tool", "search_listings"],
    ["not base64", "=?base64?***?="],
  ])("400: header mcp-name is %s", async (_, name) => {
    const params = { name: "get_listing", arguments: {}, _meta: modernMeta };
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expectError(await post(message, modernHeaders("tools/call", name)), 400, headerMismatch, 1);
  });

  test("base64 mcp-name: accepted", async () => {
    const params = { name: "get_listing", arguments: {}, _meta: modernMeta };
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { status } = await post(message, modernHeaders("tools/call", `=?base64?${btoa("get_listing")}?=`));
    expect(status).toBe(200);
  });

  test.each(["2099-01-01", "2025-11-25"])("400: version %s in _meta; lists the supported versions", async (version) => {
    const headers = { ...modernHeaders("tools/list"), "mcp-protocol-version": version };
    const answer = await list(headers, { ...modernMeta, [`${prefix}/protocolVersion`]: version });
    expectError(answer, 400, unsupportedVersion, 1);
    expect(answer.body.error.data).toEqual({ supported: ["2026-07-28"], requested: version });
  });

  test.each(["protocolVersion", "clientCapabilities"])("400: %s missing in _meta", async (key) => {
    const { [`${prefix}/${key}`]: _, ...meta } = modernMeta as Record<string, unknown>;
    expectError(await list(modernHeaders("tools/list"), meta), 400, invalidParams, 1);
  });

  test("400: no _meta", async () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expectError(await post(message, modernHeaders("tools/list")), 400, invalidParams, 1);
  });

  test("clientInfo missing: accepted", async () => {
    const { [`${prefix}/clientInfo`]: _, ...meta } = modernMeta as Record<string, unknown>;
    expect((await list(modernHeaders("tools/list"), meta)).status).toBe(200);
  });

  test("404: initialize does not exist in this version", async () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { _meta: modernMeta } });
    expectError(await post(message, modernHeaders("initialize")), 404, methodNotFound, 1);
  });

  test("400: batch", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: modernMeta } };
    expectError(await post(JSON.stringify([message]), modernHeaders("tools/list")), 400, invalidRequest);
  });
});

describe("bodies", () => {
  const maxBytes = 1_048_576;
  const chunked = (...chunks: Uint8Array<ArrayBuffer>[]) => new Blob(chunks).stream();
  const bytes = (text: string) => new TextEncoder().encode(text);

  test("413: body of 1 MiB plus one byte", async () => {
    expectError(await post("x".repeat(maxBytes + 1)), 413, invalidRequest);
    expectError(await post("x".repeat(maxBytes)), 400, parseError);
  });

  test("413: chunked body over 1 MiB without Content-Length", async () => {
    const half = new Uint8Array(maxBytes / 2).fill(120);
    expectError(await post(chunked(half, half, half)), 413, invalidRequest);
  });

  test("chunked message: reassembled", async () => {
    const answer = await post(chunked(bytes('{"jsonrpc":"2.0",'), bytes('"id":1,"method":"ping"}')));
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: "2.0", id: 1, result: {} } });
  });

  test("400: body is not UTF-8", async () => {
    const message = bytes('{"jsonrpc":"2.0","id":"?","method":"ping"}');
    message[message.indexOf(63)] = 0xff;
    expectError(await post(message), 400, parseError);
  });
});

describe("allowed hosts and origins", () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const inspector = "http://localhost:6274";

  test("403: foreign Host header (DNS rebinding)", async () => {
    // A development server refuses these on every path, before MCP (bridge/http/server/development-hosts.ts).
    const production = await startTestServer({ isProduction: true });
    for (const host of ["evil.example", `evil.example:${production.port}`, "localhost.evil.example", "bad host"]) {
      const { status, body } = await postTo(production, ping, { ...json, host });
      expect([host, status, body.error.code]).toEqual([host, 403, expect.any(Number)]);
    }
    await production.stop();
  });

  test("403: other origin, without CORS headers", async () => {
    for (const origin of ["https://evil.example", "http://localhost.evil.example", "null"]) {
      const { status, headers, body } = await post(ping, { ...json, origin });
      expect(status).toBe(403);
      expect(body.error.code).toBeNumber();
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("allowed origin: may read responses, errors and the request id", async () => {
    for (const body of [ping, "{nope"]) {
      const { headers } = await post(body, { ...json, origin: inspector });
      expect(headers.get("access-control-allow-origin")).toBe(inspector);
      expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
      expect(headers.get("vary")).toContain("Origin");
    }
  });

  test("preflight from an allowed origin: allows the MCP headers", async () => {
    const asked = "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version";
    const response = await fetch(`${server.url}/mcp`, {
      method: "OPTIONS",
      headers: { origin: inspector, "access-control-request-method": "POST", "access-control-request-headers": asked },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(inspector);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(response.headers.get("access-control-allow-headers")).toBe(asked);
  });

  test("403: preflight from another origin", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    expect((await fetch(`${server.url}/mcp`, { method: "OPTIONS", headers })).status).toBe(403);
  });
});
