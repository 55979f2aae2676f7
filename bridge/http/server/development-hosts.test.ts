import { expect, test } from "bun:test";
import { createSite } from "#db/queries/sites/write-site.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const paths = ["/dev/mailbox", "/sign-in", "/", "/docs", "/api/v1/site", "/mcp", "/nothing-here"];

async function statuses(server: TestServer, host: string): Promise<number[]> {
  const answers = paths.map((path) => fetch(server.url + path, { headers: { host }, redirect: "manual" }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test("421: in development, any host except loopback and the server's sites", async () => {
  const server = await startTestServer();
  const games = { key: "games", name: "Games", host: "games.example" };
  await server.store.write((tx) => createSite(tx, games, testNow.toISOString()));
  const usual = [200, 200, 200, 200, 200, 405, 404];
  const { port } = server;
  for (const host of [`localhost:${port}`, "127.0.0.1", `[::1]:${port}`, "LOCALHOST", "dev.localhost", "games.example"])
    expect([host, await statuses(server, host)]).toEqual([host, usual]);
  for (const host of ["evil.example", "localhost.evil.example", "evillocalhost", "127.0.0.1.evil.example", "10.0.0.1"])
    expect([host, await statuses(server, host)]).toEqual([host, paths.map(() => 421)]);

  const refused = await fetch(`${server.url}/dev/mailbox`, { headers: { host: "evil.example" } });
  expect(await refused.text()).toContain("BASE_URL");
  expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
  expect(refused.headers.get("x-request-id")).not.toBeNull();
  const form = { method: "POST", headers: { host: "evil.example", origin: "http://evil.example" } };
  expect((await fetch(`${server.url}/reset-password`, { ...form, body: new URLSearchParams() })).status).toBe(421);
  await server.stop();
});

test("200: in production, an unknown host gets the default site", async () => {
  const server = await startTestServer({ isProduction: true });
  const answer = await fetch(`${server.url}/api/v1/site`, { headers: { host: "unknown.example" } });
  expect(answer.status).toBe(200);
  await server.stop();
});
