import { afterEach, beforeEach, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createOAuthLimits } from "#auth/oauth/attempt-limit.ts";
import { type DocumentHost, startDocumentHost } from "#test/auth/oauth-matrix/documents-host.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let host: DocumentHost;
let server: TestServer;
beforeEach(async () => {
  host = startDocumentHost("https://app.test/callback");
  server = await startTestServer({
    oauthLimits: createOAuthLimits({
      documents: { points: 2, seconds: 60 },
      documentsByNetwork: { points: 3, seconds: 60 },
    }),
    outbound: { allowNetworks: ["127.0.0.1/32"], ca: host.ca },
  });
});
afterEach(async () => {
  await server.stop();
  host.stop();
});

const fetchDocument = (url: string, network = "192.0.2.1", timeoutMs = 5000) =>
  server.runtime.authorization.fetchDocument(url, { maxBytes: 1000, timeoutMs }, network);

test("resources: the MCP URLs of all sites, the default one first", async () => {
  const { port } = new URL(server.url);
  expect(await server.runtime.authorization.resources()).toEqual([
    `http://localhost:${port}/mcp`,
    `http://dev.localhost:${port}/mcp`,
  ]);
});

test("fetched document: status, headers and body", async () => {
  const url = host.serve("/client.json", {}, { "cache-control": "max-age=5" });
  const { body, ...answer } = await fetchDocument(url);
  expect(answer).toMatchObject({ status: 200, cacheControl: "max-age=5" });
  expect(answer.contentType).toStartWith("application/json");
  expect(JSON.parse(body)).toMatchObject({ client_id: url });
});

test("http URL: refused", async () => {
  await expect(fetchDocument(host.at("/client.json").replace("https:", "http:"))).rejects.toThrow("https://");
});

test("documents of one site: limited over all paths", async () => {
  expect((await fetchDocument(host.serve("/1.json"))).status).toBe(200);
  expect((await fetchDocument(host.serve("/2.json"))).status).toBe(200);
  await expect(fetchDocument(host.serve("/3.json"))).rejects.toThrow(
    /too many document requests for this site; retry in \d+ s/,
  );
  expect(host.asked("/3.json")).toBe(0);
});

test("documents for one network: limited over all sites", async () => {
  const { port } = new URL(host.at("/"));
  const ask = (name: string, from: string) => fetchDocument(`https://${name}.localhost:${port}/client.json`, from);
  for (const name of ["a", "b", "c"]) await ask(name, "192.0.2.1").catch(() => {});
  await expect(ask("d", "192.0.2.1")).rejects.toThrow(/from your network; retry in \d+ s/);
  await expect(ask("e", "192.0.2.2")).rejects.not.toThrow(/from your network/);
});

test("22 slow document sites do not delay other requests", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { outbound } = server.runtime;
  const over = new AbortController();
  const waiting = Array.from({ length: 22 }, (_, i) =>
    outbound
      .fetch(`http://site-${i}.localhost:${port}/client.json`, { lane: "strangers", signal: over.signal })
      .catch(() => "never"),
  );
  const page = host.serve("/page");
  expect((await outbound.fetch(page, { timeoutMs: 3000 })).status).toBe(200);
  over.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["never"]));
  silent.close();
});
