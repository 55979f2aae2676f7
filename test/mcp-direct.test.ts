import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { Server } from "@modelcontextprotocol/server";
import { tools } from "../tools/core/registry.ts";
import { modernMeta, startTestServer, type TestServer } from "./harness.ts";

// The second call with an envelope is answered without the SDK; one with something new in its `_meta` is not.

// The SDK makes a server for each request it answers.
const handlers = spyOn(Server.prototype, "setRequestHandler");
const serversMade = () => handlers.mock.calls.length;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  handlers.mockRestore();
  await server.stop();
});

interface Sent {
  name: string;
  input?: unknown;
  id?: unknown;
  meta?: Record<string, unknown>;
  headers?: Record<string, string>;
}

const accept = "application/json, text/event-stream";
const versions = {
  "2026-07-28": ({ name, meta }: Sent) => ({
    meta: { ...modernMeta, ...meta },
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  }),
  "2025-11-25": ({ meta }: Sent) => ({ meta, headers: { "mcp-protocol-version": "2025-11-25" } }),
  "2025-03-26": ({ meta }: Sent) => ({ meta, headers: {} }),
} as const;
type Version = keyof typeof versions;

async function send(version: Version, sent: Sent) {
  const { meta, headers } = versions[version](sent);
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept, "x-request-id": "same", ...headers, ...sent.headers },
    body: JSON.stringify({
      jsonrpc: "2.0",
      ...("id" in sent ? { id: sent.id } : { id: 1 }),
      method: "tools/call",
      params: {
        name: sent.name,
        ...(sent.input !== undefined && { arguments: sent.input }),
        ...(meta && { _meta: meta }),
      },
    }),
  });
  const kept = [...response.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return { status: response.status, headers: kept, text: await response.text() };
}

let nonce = 0;
/** The SDK's own answer. */
const bySdk = (version: Version, sent: Sent) =>
  send(version, { ...sent, meta: { ...sent.meta, "example.test/nonce": ++nonce } });

for (const version of Object.keys(versions) as Version[])
  describe(version, () => {
    const known = [
      ...tools
        .filter(({ scopes }) => scopes.length === 0)
        .flatMap(({ name, examples }) => examples.map((input) => ({ name, input }))),
      { name: "get_listing", input: { slug: "no-such-thing" } },
      { name: "get_listing", input: {} },
      { name: "get_listing" },
      { name: "get_leaderboard", input: { board: "community-weekly", unknown: 1 } },
      { name: "search_listings", input: { q: 'quoted "id":1} and \\ slashes </script>' } },
    ];
    test("what is answered without the SDK is what the SDK answers", async () => {
      for (const sent of known) {
        await send(version, sent);
        const made = serversMade();
        const direct = await send(version, sent);
        expect([sent, serversMade() - made]).toEqual([sent, 0]);
        expect(direct).toEqual(await bySdk(version, sent));
        expect([sent, serversMade() - made > 0]).toEqual([sent, true]);
      }
    });

    test("an id comes back as it was sent", async () => {
      for (const id of ["a", 0, -5, 2 ** 53 - 1, 'qu"ote', "\u2028"]) {
        const sent = { name: "get_site_info", id };
        await send(version, sent);
        expect(await send(version, sent)).toEqual(await bySdk(version, sent));
      }
    });

    test("odd requests get what the SDK makes of them every time", async () => {
      const good = { name: "get_site_info", input: {} };
      await send(version, good);
      for (const bad of [
        { ...good, input: [] },
        { ...good, input: "x" },
        { ...good, input: null },
        { ...good, id: null },
        { ...good, id: 1.5 },
        { ...good, name: "no_such_tool" },
        { ...good, headers: { accept: "text/html" } },
        { ...good, headers: { "mcp-protocol-version": "1999-01-01" } },
      ] as Sent[])
        for (let time = 0; time < 3; time++) {
          expect([bad, await send(version, bad)]).toEqual([bad, await bySdk(version, bad)]);
        }
    });
  });

test("headers that contradict the message are refused, also beside a call that is known", async () => {
  const good = { name: "get_site_info" };
  for (let time = 0; time < 3; time++) expect((await send("2026-07-28", good)).status).toBe(200);
  const wrong: Record<string, string>[] = [
    { "mcp-name": "get_listing" },
    { "mcp-method": "tools/list" },
    { "mcp-name": "" },
  ];
  for (const headers of wrong) expect((await send("2026-07-28", { ...good, headers })).status).toBe(400);
});
