import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { json, modernHeaders, post } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = pino({ level: "info", base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startTestServer({ log });
});
afterAll(() => server.stop());

const call = (name: string, input: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input, _meta: modernMeta },
  });
const lineOf = (id: string) => lines.filter((line) => line.request_id === id);

test("request id: same in header, problem and log line, which names the tool", async () => {
  const headers = { ...modernHeaders("tools/call", "get_listing"), "x-request-id": "trace-1" };
  const { headers: answered, body } = await post(server, call("get_listing", { slug: "no-such-thing" }), headers);
  expect(answered.get("x-request-id")).toBe("trace-1");
  expect(body.result.structuredContent.request_id).toBe("trace-1");
  expect(lineOf("trace-1")).toEqual([
    expect.objectContaining({ protocol: "mcp", operation: "get_listing", status: 200, code: "not_found" }),
  ]);
});

test("missing or unsafe request id: a new one is generated", async () => {
  const sent = ["", 'x" forged="1', "x".repeat(200)];
  const seen = await Promise.all(
    sent.map(async (id) => {
      const headers = { ...modernHeaders("tools/call", "get_listing"), ...(id && { "x-request-id": id }) };
      const { headers: answered, body } = await post(server, call("get_listing", { slug: "no-such-thing" }), headers);
      expect(body.result.structuredContent.request_id).toBe(answered.get("x-request-id"));
      return answered.get("x-request-id")!;
    }),
  );
  expect(new Set(seen).size).toBe(3);
  for (const id of seen) expect(sent).not.toContain(id);
});

test.each([
  ["tools/list", { jsonrpc: "2.0", id: 1, method: "tools/list" }, "tools/list", 200],
  ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, "notifications/initialized", 202],
  ["no message", "text", "mcp", 400],
  [
    "a batch",
    [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search_listings" } },
    ],
    "ping search_listings",
    200,
  ],
])("%s: has a log line", async (name, message, operation, status) => {
  const id = `line-${name.replaceAll(/\W/g, "-")}`;
  const { headers } = await post(server, JSON.stringify(message), { ...json, "x-request-id": id });
  expect(headers.get("x-request-id")).toBe(id);
  expect(lineOf(id)).toEqual([expect.objectContaining({ protocol: "mcp", operation, status })]);
});

test("forbidden origin: response and log have the request id", async () => {
  const headers = { ...json, origin: "https://evil.example", "x-request-id": "refused-1" };
  expect((await post(server, "{}", headers)).headers.get("x-request-id")).toBe("refused-1");
  expect(lineOf("refused-1")).toEqual([expect.objectContaining({ status: 403 })]);
});
