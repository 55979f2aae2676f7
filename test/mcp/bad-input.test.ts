import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codes, expectError, type Headers, json, modernHeaders, post as postTo } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

const { parseError, invalidRequest, methodNotFound, invalidParams } = codes;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const post = (body: string, headers?: Headers) => postTo(server, body, headers);

interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: Record<string, unknown>;
}

const eras = [
  {
    era: "2026-07-28",
    headers: modernHeaders,
    send: (message: Message, headers: Headers) =>
      post(
        JSON.stringify({ jsonrpc: "2.0", id: 1, ...message, params: { ...message.params, _meta: modernMeta } }),
        headers,
      ),
  },
  {
    era: "initialize-based versions",
    headers: () => json as Headers,
    send: (message: Message, headers: Headers) => post(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }), headers),
  },
];

describe.each(eras)("$era", ({ era, headers, send }) => {
  const isModern = era === "2026-07-28";
  const call = (params: Record<string, unknown>, name = "get_listing") =>
    send({ method: "tools/call", params }, headers("tools/call", name));

  test.each(["{nope", "", '{"jsonrpc":"2.0",}', "\u0000", "NaN"])("400 parse error: %j is not JSON", async (body) => {
    expectError(await post(body, headers("ping")), 400, parseError);
  });

  test.each(["null", "true", "1", '"text"', "[]", "[null]", "{}"])(
    "400: %s is not a JSON-RPC message",
    async (body) => {
      expectError(await post(body, headers("ping")), 400, invalidRequest);
    },
  );

  test("400: method missing, other JSON-RPC version, or params that are not an object", async () => {
    expectError(await send({ method: undefined }, headers("ping")), 400, invalidRequest);
    expectError(await send({ method: "ping", jsonrpc: "1.0" }, headers("ping")), 400, invalidRequest, 1);
    expectError(await send({ method: "ping", jsonrpc: undefined }, headers("ping")), 400, invalidRequest, 1);
    const listed = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: [] });
    expectError(await post(listed, headers("ping")), 400, invalidRequest, 1);
  });

  test.each([[null], [1.5], [1e300], [{}], [[]], [true]])("400: %j as id", async (id) => {
    const { status, body } = await send({ method: "tools/list", id }, headers("tools/list"));
    expect(status).toBe(400);
    expect(body.error.code).toBe(invalidRequest);
  });

  test("long id: returned unchanged", async () => {
    const id = "x".repeat(5000);
    expect((await send({ method: "tools/list", id }, headers("tools/list"))).body.id).toBe(id);
  });

  test("unknown method: method not found", async () => {
    const answer = await send({ method: "no/such" }, headers("no/such"));
    expectError(answer, isModern ? 404 : 200, methodNotFound, 1);
  });

  test("unknown or missing tool name: invalid params", async () => {
    expectError(await call({ name: "no_such_tool", arguments: {} }, "no_such_tool"), 200, invalidParams, 1);
    expectError(await call({ arguments: {} }), 200, invalidParams, 1);
    expectError(await call({ name: 5, arguments: {} }), 200, invalidParams, 1);
  });

  test.each([["text"], [[]], [null], [5]])("arguments %j: invalid params", async (value) => {
    expectError(await call({ name: "get_listing", arguments: value }), 200, invalidParams, 1);
  });

  test("cursor although there is only one page: invalid params", async () => {
    const answer = await send({ method: "tools/list", params: { cursor: "2" } }, headers("tools/list"));
    expectError(answer, 200, invalidParams, 1);
  });

  test.each([
    ["of the wrong type", { slug: {} }, "slug"],
    ["missing", undefined, "slug"],
    ["unknown", { slug: "a", extra: 1 }, "extra"],
    ["with a NUL character", { slug: "a\0" }, "slug"],
  ])("tool input %s: the error names the field", async (_, input, field) => {
    const { status, body } = await call({ name: "get_listing", arguments: input });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { status: 422, code: "validation_failed", errors: [{ field }] },
    });
  });

  test("100,000 nested brackets: 400 as a message, validation error as an argument", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expectError(await post(deep, headers("ping")), 400, invalidRequest);
    const params = { name: "get_listing", arguments: { slug: "DEEP" }, ...(isModern && { _meta: modernMeta }) };
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { status, body } = await post(message.replace('"DEEP"', deep), headers("tools/call", "get_listing"));
    expect(status).toBe(200);
    expect(body.result.structuredContent).toMatchObject({ status: 422, errors: [{ field: "slug" }] });
  });

  test("415: wrong content type", async () => {
    const answer = await send({ method: "tools/list" }, { ...headers("tools/list"), "content-type": "text/plain" });
    expectError(answer, 415, invalidRequest);
  });
});

describe("initialize-based versions", () => {
  test("batch of 2025-03-26: one response with all results", async () => {
    const { status, body } = await post(
      JSON.stringify([
        { jsonrpc: "2.0", id: 1, method: "ping" },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
        { jsonrpc: "2.0", id: "b", method: "no/such" },
      ]),
    );
    expect(status).toBe(200);
    expect(body).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: "b", error: expect.objectContaining({ code: methodNotFound }) },
    ]);
  });

  test("400: batch of more than 100 messages", async () => {
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    expectError(await post(JSON.stringify(batch)), 400, invalidRequest);
  });

  test("400: unsupported protocol version", async () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const { status, body } = await post(message, { ...json, "mcp-protocol-version": "2024-11-05" });
    expect(status).toBe(400);
    expect(body.error.message).toContain("2025-11-25, 2025-06-18, 2025-03-26");
  });

  test("406: Accept lacks the supported content types", async () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await post(message, { ...json, accept: "text/html" })).status).toBe(406);
  });

  test("202: known or unknown notification", async () => {
    for (const method of ["notifications/initialized", "notifications/unknown"])
      expect(await post(JSON.stringify({ jsonrpc: "2.0", method }))).toMatchObject({ status: 202, body: undefined });
  });
});

const anyMessage = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, fc.jsonValue()),
    id: fc.oneof({ weight: 3, arbitrary: fc.integer() }, fc.string(), fc.jsonValue()),
    method: fc.oneof(
      fc.constantFrom("tools/call", "tools/list", "initialize", "ping", "server/discover", "notifications/initialized"),
      fc.string(),
      fc.jsonValue(),
    ),
    params: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.oneof(fc.constantFrom("search_listings", "get_listing"), fc.jsonValue()),
          arguments: fc.oneof(
            fc.dictionary(fc.constantFrom("q", "slug", "page", "week", "x"), fc.jsonValue()),
            fc.jsonValue(),
          ),
          _meta: fc.oneof(fc.constant(modernMeta), fc.jsonValue()),
          protocolVersion: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

test("any JSON: never a 5xx response", async () => {
  const body = fc
    .oneof(fc.jsonValue(), anyMessage, fc.array(anyMessage, { maxLength: 4 }))
    .map((v) => JSON.stringify(v));
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (text, isModern) => {
      const method = /"method":"(\w+\/?\w*)"/.exec(text)?.[1] ?? "ping";
      const name = /"name":"(\w+)"/.exec(text)?.[1];
      const { status } = await post(text, isModern ? modernHeaders(method, name) : json);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
});
