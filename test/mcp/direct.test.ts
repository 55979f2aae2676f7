import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { Server } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { createToolEndpoint } from "#bridge/http/mcp/serve-mcp.ts";
import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { anySent, type Message, perCall, sent, versions } from "./direct-messages.ts";
import { answerOf, requestOf, type Sent, sdkAlone } from "./sdk-alone.ts";

// The endpoint answers plain requests without the SDK. Each response must equal the SDK's byte for byte.

const publicTools = tools.filter(({ scopes }) => scopes.length === 0);
const examples = publicTools.flatMap(({ name, examples }) => examples.map((input) => ({ name, arguments: input })));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A fresh endpoint with one of its tool sets, beside the SDK alone. */
function endpoint(some: readonly AnyTool[] = publicTools, query = "") {
  const { handle } = createToolEndpoint(some, server.runtime);
  const bySdk = sdkAlone(toolSetAt(some, new URLSearchParams(query)), server.runtime);
  const ask = async (message: Sent) => answerOf(await handle(requestOf(message, query)));
  return {
    ask,
    async expectSame(message: Sent): Promise<void> {
      expect({ message, ...(await ask(message)) }).toEqual({ message, ...(await bySdk(message)) });
    },
  };
}

// The SDK creates a server for each request it handles.
const handlers = spyOn(Server.prototype, "setRequestHandler");
afterAll(() => handlers.mockRestore());
async function serversMade(run: () => Promise<unknown>): Promise<number> {
  handlers.mockClear();
  await run();
  return new Set(handlers.mock.contexts).size;
}

const proto = { $proto: { polluted: true } };
const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
const versionKey = "io.modelcontextprotocol/protocolVersion";
const clientInfo = "io.modelcontextprotocol/clientInfo";
const capabilities = "io.modelcontextprotocol/clientCapabilities";

const plain: Record<string, Omit<Message, "version">> = {
  "nothing special": {},
  "an id that is a text": { message: { id: "a" } },
  "an empty id": { message: { id: "" } },
  "an id of 0": { message: { id: 0 } },
  "the largest id": { message: { id: 2 ** 53 - 1 } },
  "an id with quotes and escapes": { message: { id: '"},"id":1}\\\u2028\u0000\ud800🦊' } },
  "a long id": { message: { id: "x".repeat(5000) } },
  "arguments left away": { params: { arguments: undefined } },
  "arguments the tool refuses": { params: { name: "get_listing", arguments: { slug: 5, constructor: 1 } } },
  "a tool that finds nothing": { params: { name: "get_listing", arguments: { slug: "no-such-thing" } } },
  "a text that looks like a frame": {
    params: { name: "search_listings", arguments: { q: '"},"jsonrpc":"2.0","id":1}' } },
  },
  "deep arguments": { params: { arguments: { x: nested(500) } } },
  "a token for progress": { meta: { progressToken: "p-1" } },
  "traces and the id of a tool use": { meta: { traceparent: "00-1-2-01", "claudecode/toolUseId": "toolu_1" } },
  "a deep stranger in _meta": { meta: { "example.test/x": nested(500), constructor: 1, toString: null } },
  "a session": { headers: { "mcp-session-id": "x" } },
  "the list": { message: { method: "tools/list" } },
};

const odd: Record<string, Omit<Message, "version">> = {
  "__proto__ among arguments": { params: { name: "get_listing", arguments: { slug: "x", ...proto } } },
  "__proto__ in _meta": { meta: proto },
  "__proto__ in params": { params: proto },
  "__proto__ in the message": { message: proto },
  "a notification": { message: { id: undefined } },
  ...Object.fromEntries(
    [null, 1.5, 2 ** 53, 1e300, true, {}, []].map((id) => [`an id of ${JSON.stringify(id)}`, { message: { id } }]),
  ),
  "another JSON-RPC": { message: { jsonrpc: "1.0" } },
  "an unknown field": { message: { unknown: 1 } },
  "an unknown field in params": { params: { unknown: 1 } },
  "no params": { message: { params: undefined } },
  "params that are a list": { message: { params: [] } },
  "arguments that are a list": { params: { arguments: [] } },
  "arguments that are null": { params: { arguments: null } },
  "no such tool": { params: { name: "no_such_tool" } },
  "a name that is no text": { params: { name: 5 } },
  "_meta that is null": { params: { _meta: null } },
  "state of another request": { params: { requestState: 5 } },
  "a task": { params: { task: { ttl: "x" } } },
  "a related task": { meta: { "io.modelcontextprotocol/related-task": {} } },
  "a cursor": { message: { method: "tools/list" }, params: { cursor: "x" } },
  ...Object.fromEntries(
    [null, 1.5, 2 ** 53, {}].map((token) => [
      `a token of ${JSON.stringify(token)}`,
      { meta: { progressToken: token } },
    ]),
  ),
  "no version in the envelope": { meta: { [versionKey]: undefined } },
  "a version that is none": { meta: { [versionKey]: 5 } },
  "an old version in the envelope": { meta: { [versionKey]: "2025-11-25" } },
  "a coming version": { meta: { [versionKey]: "2027-01-01" }, headers: { "mcp-protocol-version": "2027-01-01" } },
  "no client info": { meta: { [clientInfo]: undefined } },
  "client info of null": { meta: { [clientInfo]: null } },
  "client info without a name": { meta: { [clientInfo]: { version: "1" } } },
  "no capabilities": { meta: { [capabilities]: undefined } },
  "capabilities that are a list": { meta: { [capabilities]: [] } },
  "deep capabilities": { meta: { [capabilities]: { extensions: nested(1000) } } },
  "an unknown log level": { meta: { "io.modelcontextprotocol/logLevel": "loud" } },
  "no Accept": { headers: { accept: undefined } },
  "an Accept without streams": { headers: { accept: "application/json" } },
  "no version header": { headers: { "mcp-protocol-version": undefined } },
  "an unknown version header": { headers: { "mcp-protocol-version": "1999-01-01" } },
  "another version header": { headers: { "mcp-protocol-version": "2025-06-18" } },
  "the present version header": { headers: { "mcp-protocol-version": "2026-07-28" } },
  "no method header": { headers: { "mcp-method": undefined } },
  "another method header": { headers: { "mcp-method": "tools/list" } },
  "no name header": { headers: { "mcp-name": undefined } },
  "another name header": { headers: { "mcp-name": "get_listing" } },
  "an empty name header": { headers: { "mcp-name": "" } },
  "a name header in base64": { headers: { "mcp-name": `=?base64?${btoa("get_site_info")}?=` } },
};

describe.each([...versions])("%s", (version) => {
  const isModern = version === "2026-07-28";
  const call = (message: Omit<Message, "version"> = {}) => sent({ version, ...message });

  test("plain request: same response as the SDK, without calling it", async () => {
    const { ask, expectSame } = endpoint();
    for (const method of ["tools/list", "tools/call"]) await ask(call({ message: { method } }));
    for (const message of [...Object.values(plain), ...examples.map((params) => ({ params }))].map(call)) {
      expect([message, await serversMade(() => ask(message))]).toEqual([message, 0]);
      await expectSame(message);
    }
  });

  test("unusual request: same response as the SDK, and later requests are unaffected", async () => {
    const { expectSame } = endpoint();
    const between = Object.values(plain);
    for (const [i, message] of Object.values(odd).entries())
      for (const next of [message, between[i % between.length]!, message]) await expectSame(call(next));
  });

  test("unusual JSON: same response as the SDK", async () => {
    const { expectSame } = endpoint();
    const { body, headers } = call();
    for (const text of [
      body.replace("{", '{"id":[],"method":"ping","params":5,'),
      body.replace('"arguments":', '"arguments":5,"arguments":'),
      body.replace('"name":', '"name":"no_such_tool","name":'),
      body.replace('"arguments":{', '"arguments":{"\\u005f_proto__":{}'),
      body.replace('"id":1', '"id":-0'),
      body.replace('"id":1', '"id":1.0e0'),
      body.replace('"id":1', '"id":1e999'),
      body.replace('"id":1', `"id":${"9".repeat(400)}`),
      body.replace('"get_site_info"', '"\\u0067et_site_info"'),
      ` \n\t${body}\r\n`,
      "null",
      "[]",
      "5",
      '"tools/call"',
    ])
      for (let time = 0; time < 2; time++) await expectSame({ body: text, headers });
  });

  test("_meta nested deeper than the stack: same response as the SDK", async () => {
    const { expectSame } = endpoint();
    for (const meta of [{ x: "deep" }, { [capabilities]: { x: "deep" } }]) {
      const { body, headers } = call({ meta });
      const message = { body: body.replace('"deep"', "[".repeat(100_000) + "]".repeat(100_000)), headers };
      for (let time = 0; time < 2; time++) await expectSame(message);
    }
  });

  test("batches and notifications: same response as the SDK", async () => {
    const { expectSame } = endpoint();
    const { body, headers } = call();
    const second = call({ message: { id: "b", method: "tools/list" } }).body;
    const notification = call({ message: { id: undefined, method: "notifications/initialized" } }).body;
    for (const items of [[body], [body, second], [body, notification], [notification], [notification, "5"]])
      for (let time = 0; time < 2; time++) await expectSame({ body: `[${items.join(",")}]`, headers });
    await expectSame({ body: notification, headers });
  });

  test.each(["a result", "a problem"])("cached after %s: results and problems equal the SDK's", async (first) => {
    const { expectSame } = endpoint();
    const problem = call({ params: { name: "get_listing", arguments: {} } });
    const order = first === "a result" ? [call(), problem, call()] : [problem, call(), problem];
    for (const message of order) await expectSame(message);
  });

  test("many different clients: plain requests still do not call the SDK", async () => {
    const { ask } = endpoint();
    await ask(call());
    const strange = (i: number) =>
      call({ meta: { ...(isModern && { [clientInfo]: { name: `${i}`, version: "1" } }), i } });
    for (let i = 0; i < 2000; i++) await ask(strange(i));
    expect(await serversMade(() => ask(call()))).toBe(0);
    expect(await serversMade(() => ask(strange(5000)))).toBe(0);
  });
});

test("authenticated request: same response as the SDK", async () => {
  const { key } = await keyFor(server.store);
  const { expectSame } = endpoint(tools);
  for (const version of versions)
    for (const name of ["get_account", "get_site_info"])
      await expectSame(sent({ version, params: { name }, headers: { authorization: `Bearer ${key}` } }));
});

test.each([...profiles.map(({ name }) => `profile=${name}`), "tools=get_listing", "tools=get_site_info,get_listing"])(
  "%s: same response as the SDK, without calling it",
  async (query) => {
    const { ask, expectSame } = endpoint(tools, query);
    for (const version of versions) {
      const slug = { name: "get_listing", arguments: { slug: "tidepul" } };
      const messages = [
        { message: { method: "tools/list" } },
        { params: slug },
        { params: { name: "search_listings", arguments: {} } },
        { params: { name: "list_awards", arguments: {} } },
        { params: { name: "list_products", arguments: {} } },
        { params: { name: "no_such_tool" } },
      ].map((message) => sent({ version, ...message }));
      for (const message of [...messages, ...messages]) await expectSame(message);
      expect(await serversMade(() => ask(messages[0]!))).toBe(0);
      expect(await serversMade(() => ask(messages[1]!))).toBe(0);
    }
  },
);

test("tool selection beyond the cache: correct response, and cached selections stay", async () => {
  const { handle } = createToolEndpoint(tools, server.runtime);
  const list = sent({ version: "2026-07-28", message: { method: "tools/list" } });
  const ask = async (query: string) => answerOf(await handle(requestOf(list, query)));
  await ask("profile=read");
  const pairs = publicTools.flatMap(({ name }, i) => publicTools.slice(i + 1).map((other) => [name, other.name]));
  const first = `tools=${pairs[0]}`;
  const known = await ask(first);
  for (const pair of pairs.slice(0, 60)) await ask(`tools=${pair}`);
  expect(await serversMade(() => ask("profile=read"))).toBe(0);
  expect(await serversMade(() => ask(first))).toBe(0);
  const late = pairs.at(-1)!;
  const named = JSON.parse((await ask(`tools=${late}`)).text as string).result.tools.map((tool: any) => tool.name);
  expect(named).toEqual(late);
  expect(await ask(`tools=${pairs[0]!.toReversed()}`)).toEqual(known);
  expect(await serversMade(() => ask("profile=owner"))).toBe(1);
  expect(await serversMade(() => ask("profile=owner"))).toBe(0);
});

test("any requests in any order: same responses as the SDK", async () => {
  const some = publicTools.filter(({ name }) => ["get_site_info", "get_listing", "list_categories"].includes(name));
  await fc.assert(
    fc.asyncProperty(fc.array(anySent(some), { minLength: 1, maxLength: 8 }), async (messages) => {
      const { expectSame } = endpoint(some);
      for (const message of messages) await expectSame(message);
    }),
    { numRuns: 150 },
  );
});

test("any per-call _meta: the call does not use the SDK", async () => {
  const { ask } = endpoint();
  for (const version of versions) await ask(sent({ version }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...versions), perCall, async (version, meta) => {
      expect(await serversMade(() => ask(sent({ version, meta })))).toBe(0);
    }),
    { numRuns: 150 },
  );
});
