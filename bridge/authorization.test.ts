import { afterEach, beforeEach, expect, test } from "bun:test";
import { createOAuthLimits } from "../auth/oauth/attempt-limit.ts";
import { startTestServer, type TestServer } from "../test/harness.ts";
import { type DocumentHost, startDocumentHost } from "../test/oauth-matrix/documents-host.ts";

let host: DocumentHost;
let server: TestServer;
beforeEach(async () => {
  host = startDocumentHost("https://app.test/callback");
  server = await startTestServer({
    oauthLimits: createOAuthLimits({ documents: { points: 2, seconds: 60 } }),
    outbound: { allowNetworks: ["127.0.0.1/32"], ca: host.ca },
  });
});
afterEach(async () => {
  await server.stop();
  host.stop();
});

const fetchDocument = (url: string) =>
  server.runtime.authorization.fetchDocument(url, { maxBytes: 1000, timeoutMs: 5000 });

test("resources are the MCP addresses of all sites, the default one first", async () => {
  const { port } = new URL(server.url);
  expect(await server.runtime.authorization.resources()).toEqual([
    `http://localhost:${port}/mcp`,
    `http://dev.localhost:${port}/mcp`,
  ]);
});

test("a document comes with what its reader judges", async () => {
  const url = host.serve("/client.json", {}, { "cache-control": "max-age=5" });
  const { body, ...answer } = await fetchDocument(url);
  expect(answer).toMatchObject({ status: 200, cacheControl: "max-age=5" });
  expect(answer.contentType).toStartWith("application/json");
  expect(JSON.parse(body)).toMatchObject({ client_id: url });
});

test("https only", async () => {
  await expect(fetchDocument(host.at("/client.json").replace("https:", "http:"))).rejects.toThrow("https://");
});

test("the documents of one site are fetched so often and no more, whatever their paths", async () => {
  expect((await fetchDocument(host.serve("/1.json"))).status).toBe(200);
  expect((await fetchDocument(host.serve("/2.json"))).status).toBe(200);
  await expect(fetchDocument(host.serve("/3.json"))).rejects.toThrow(
    /too many documents of its site .* try again in \d+ s/,
  );
  expect(host.asked("/3.json")).toBe(0);
});
