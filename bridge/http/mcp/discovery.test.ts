import { afterAll, beforeAll, expect, test } from "bun:test";
import * as z from "zod";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

const remote = z.strictObject({ type: z.literal("streamable-http"), url: z.url() });
const icon = z.strictObject({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) });
// The limits that the schemas of cards (v1) and of the registry (2025-12-11) share.
const facts = {
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  icons: z.array(icon),
};
const card = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  ...facts,
  remotes: z.array(remote.extend({ supportedProtocolVersions: z.array(z.string()) })).length(1),
});
const record = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  ...facts,
  remotes: z.array(remote).length(1),
});
const catalog = z.strictObject({
  specVersion: z.literal("1.0"),
  host: z.strictObject({ displayName: z.string().min(1), documentationUrl: z.url() }),
  entries: z
    .array(
      z.strictObject({
        identifier: z.string().regex(/^urn:air:[a-z0-9.-]+:mcp:[a-z-]+$/),
        displayName: z.literal("Slipway"),
        type: z.literal("application/mcp-server-card+json"),
        url: z.url(),
      }),
    )
    .length(1),
});

const types = {
  "/.well-known/ai-catalog.json": "application/ai-catalog+json",
  "/mcp/server-card": "application/mcp-server-card+json",
  "/server.json": "application/json",
};

test.each(Object.entries(types))("%s is served as %s to every origin and may be cached", async (path, type) => {
  const response = await get(path, { origin: "https://app.example" });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": type,
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
  });
  const known = await get(path, { "if-none-match": response.headers.get("etag")! });
  expect(known.status).toBe(304);
});

test("discovery documents: the catalog links to the card, and card, registry record and server agree", async () => {
  const { entries, host } = catalog.parse(await (await get("/.well-known/ai-catalog.json")).json());
  expect(host).toEqual({ displayName: "Slipway", documentationUrl: `${server.url}/docs` });
  const found = card.parse(await (await fetch(entries[0]!.url)).json());
  const { $schema, remotes, ...described } = record.parse(await (await get("/server.json")).json());
  expect(found).toMatchObject(described);
  expect(found.remotes[0]!.url).toBe(remotes[0]!.url);
  expect((await fetch(found.icons[0]!.src)).headers.get("content-type")).toBe(found.icons[0]!.mimeType);

  const versions = found.remotes[0]!.supportedProtocolVersions;
  const initialize = (protocolVersion: string) =>
    fetch(remotes[0]!.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
      }),
    }).then((response) => response.json() as Promise<any>);
  for (const version of versions.slice(1)) {
    const { result } = await initialize(version);
    expect(result.protocolVersion).toBe(version);
    expect(result.serverInfo).toMatchObject({ title: found.title, version: found.version });
    expect(found.name).toEndWith(`/${result.serverInfo.name}`);
  }
  expect(versions[0]).toBe("2026-07-28");
});

test("two sites: each serves its own discovery documents", async () => {
  const host = { host: "dev.localhost" };
  const there = card.parse(await (await get("/mcp/server-card", host)).json());
  expect(there.name).toBe("localhost.dev/slipway");
  expect(there.remotes[0]!.url).toStartWith("http://dev.localhost:");
  const { entries, host: operator } = catalog.parse(await (await get("/.well-known/ai-catalog.json", host)).json());
  expect(operator.displayName).toBe("Slipway Dev");
  expect(entries[0]).toMatchObject({
    identifier: "urn:air:dev.localhost:mcp:slipway",
    url: `${there.remotes[0]!.url}/server-card`,
  });
});

test("llms.txt: sections follow the proposal, and all links work", async () => {
  const response = await get("/llms.txt");
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^# Slipway\n\n> \S[^\n]*\n\n/);
  expect(text.match(/^## .+$/gm)).toEqual(["## For assistants", "## Pages", "## Documentation", "## Optional"]);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, url]) => url!);
  expect(links.length).toBeGreaterThan(7);
  for (const url of links) expect([url, (await fetch(url)).status]).toEqual([url, url.endsWith("/mcp") ? 405 : 200]);
  expect(await (await get("/llms.txt", { host: "dev.localhost" })).text()).toStartWith("# Slipway Dev\n");
});
