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

test("507: a form submission gets a page that explains it", async () => {
  const { status, headers, html } = await visitor(server).post("/sign-up", {
    name: "Ada",
    email: "ada@example.org",
    password: "correct horse battery",
  });
  expect(status).toBe(507);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("The server has no storage space left");
});

test("507: a request for a sign-in link", async () => {
  const fields = { email: "founder@demo.test", password: "not the right one" };
  expect((await visitor(server).post("/sign-in", { ...fields, do: "link" })).status).toBe(507);
});

test("507: client registration gets an OAuth error", async () => {
  const body = JSON.stringify({ redirect_uris: ["https://app.test/callback"] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/oauth/register`, { method: "POST", headers, body });
  expect([response.status, await response.json()]).toEqual([
    507,
    { error: "temporarily_unavailable", error_description: expect.stringContaining("no space left") },
  ]);
});

test("200: reading works, the metrics report the full disk, and no unexpected error is logged", async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await server.get("/listings")).status).toBe(200);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("\nslipway_storage_full 1\n");
  expect(new Set(logged.map(({ msg }) => msg))).toEqual(new Set(["write refused because the disk is full"]));
});
