import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { visitor } from "#test/support/clients/visitor.ts";
import { demoStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
const logged: { level: number; msg: string }[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  const store = await demoStore();
  const full = () =>
    store.write(async ({ $client }): Promise<never> => {
      $client.run("PRAGMA max_page_count = 1");
      $client.run("CREATE TABLE filling AS SELECT randomblob(1000000) AS bytes");
      throw new Error("there was room");
    });
  server = await startTestServer({ store: { ...store, write: full }, log });
});
afterAll(() => server.stop());

test("a form answers 507 with a page in words", async () => {
  const { status, headers, html } = await visitor(server).post("/sign-up", {
    name: "Ada",
    email: "ada@example.org",
    password: "correct horse battery",
  });
  expect(status).toBe(507);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("The server has no space left to save this");
});

test("so does signing in", async () => {
  const fields = { email: "founder@demo.test", password: "not the right one" };
  expect((await visitor(server).post("/sign-in", { ...fields, do: "link" })).status).toBe(507);
});

test("registering a client answers 507 with an OAuth error", async () => {
  const body = JSON.stringify({ redirect_uris: ["https://app.test/callback"] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/oauth/register`, { method: "POST", headers, body });
  expect([response.status, await response.json()]).toEqual([
    507,
    { error: "temporarily_unavailable", error_description: expect.stringContaining("no room left") },
  ]);
});

test("reading goes on, the metrics say it, and nothing of it is unexpected", async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await server.get("/listings")).status).toBe(200);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("\nslipway_storage_full 1\n");
  expect(new Set(logged.map(({ msg }) => msg))).toEqual(new Set(["the disk is full"]));
});
