import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import { siteUrlsAt } from "#bridge/start/call-context.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { DataPorts } from "#tools/data/index-now.ts";
import { dataJobs } from "#tools/data/run-jobs.ts";
import { newAdmin, type TestAdmin } from "../support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

type Submission = { host: string; key: string; keyLocation: string; urlList: string[] };

const base = "https://directory.example";
const lines: { level: number; msg: string; status: unknown }[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const submissions: Submission[] = [];
let reply: (() => Promise<number>) | number = 200;
let ports: DataPorts;
let engine: Bun.Server<undefined>;
let admin: TestAdmin;
let server: TestServer;
let publicBase = base;
let time = testNow.getTime();

beforeAll(async () => {
  admin = newAdmin();
  expect((await admin.run("seed", "demo")).err).toBe("");
  engine = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, maxRequestBodySize: 10_000_000 },
    async fetch(request) {
      const { method, headers, url } = request;
      expect([method, new URL(url).pathname]).toEqual(["POST", "/indexnow"]);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      submissions.push((await request.json()) as Submission);
      return new Response(null, { status: typeof reply === "number" ? reply : await reply() });
    },
  });
  ports = {
    outbound: createOutbound({ allowNetworks: ["127.0.0.1/32"], dnsServers: [], userAgent: "slipway-test" }),
    urlsOf: (site) => siteUrlsAt(publicBase, site),
    indexNowUrl: `http://127.0.0.1:${engine.port}/indexnow`,
  };
  server = await startTestServer({
    ...{ store: admin.openStore(), baseUrl: base, now: () => new Date(time), log },
    periodic: dataJobs(ports),
  });
});
beforeEach(() => {
  lines.length = 0;
  reply = 200;
});
afterAll(async () => {
  await server.stop();
  await engine.stop(true);
});

/** Runs the job of the next ten minutes. Returns the paths that the search engine received. */
async function sent(): Promise<string[]> {
  submissions.length = 0;
  time += 600_000;
  await server.drainJobs();
  return submissions.flatMap(({ urlList }) => urlList.map((url) => url.replace(base, ""))).toSorted();
}

async function command(...args: string[]) {
  admin.setNow(new Date(time));
  const { err, exitCode } = await admin.run(...args);
  expect([err, exitCode]).toEqual(["", 0]);
  // The server sees the writes of a command after at most 2 ms (db/store/shared-read-transaction.ts).
  await Bun.sleep(5);
}
const notify = (value: 0 | 1) => command("site", "update", "main", "--set", `indexnow.notified=${value}`);
const run = (statement: string) =>
  server.store.write(async (tx) => void (await tx.$client.run(statement, []))) as Promise<void>;
const keyNow = async () => (await allSites(server.store.read))[0]!.settings.indexNow?.key;
const keyFile = (key: string) => fetch(`${server.url}/${key}.txt`);

test("without the setting: no request and no key", async () => {
  await command("listing", "update", "tidepad", "--headline", "Notes that follow the tide");
  expect([await sent(), await keyNow()]).toEqual([[], undefined]);
});

test("key file: the key as plain text, and 404 for every other name", async () => {
  await notify(1);
  const key = (await keyNow())!;
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const response = await keyFile(key);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await response.text()).toBe(key);
  for (const other of ["0".repeat(32), key.slice(1), `docs/${key}`]) expect((await keyFile(other)).status).toBe(404);
});

test("only changes since the setting: new, changed, removed and merged pages in one request", async () => {
  expect(await sent()).toEqual([]);
  await command("listing", "update", "tidepad", "--headline", "Notes that follow every tide");
  await command("category", "create", "Tide tables", "--slug", "tide-tables");
  await command("listing", "suspend", "framevault", "--ground", "dead", "--reason", "It is gone.");
  await command("listing", "merge", "fernleaf", "readaloft", "--reason", "They are the same product.");
  const paths = await sent();
  expect(paths.filter((path) => !path.startsWith("/founders/"))).toEqual([
    "/categories/tide-tables",
    "/listings/framevault",
    "/listings/readaloft",
    "/listings/tidepad",
  ]);
  expect(paths).toContain("/founders/yusuf-demirel");
  const key = (await keyNow())!;
  expect(submissions).toEqual([
    { host: "directory.example", key, keyLocation: `${base}/${key}.txt`, urlList: expect.any(Array) },
  ]);
  expect(await sent()).toEqual([]);
});

test("deleted listing, post and category: their former pages, but not those that nobody could see", async () => {
  const post = await admin.file("tides.md", "# Spring tides\n\nThey follow the moon.");
  await command("post", "create", post, "--slug", "spring-tides");
  await command("post", "create", post, "--slug", "next-year", "--date", "2027-01-01");
  expect(await sent()).toEqual(["/blog/spring-tides"]);
  await command("post", "delete", "spring-tides");
  await command("post", "delete", "next-year");
  await command("category", "delete", "tide-tables");
  await command("listing", "delete", "tidepad");
  const paths = await sent();
  expect(paths.filter((path) => !path.startsWith("/founders/"))).toEqual([
    "/blog/spring-tides",
    "/categories/tide-tables",
    "/listings/tidepad",
  ]);
});

test("founders: an edited profile, and nothing about an erased one", async () => {
  const [one, other] = (await server.call("list_founders", {})).body.items.map(({ slug }: { slug: string }) => slug);
  await run(
    `UPDATE founders SET bio = 'I sail.', updated_at = '${new Date(time).toISOString()}' WHERE slug = '${one}'`,
  );
  expect(await sent()).toEqual([`/founders/${one}`]);
  await command("founder", "delete", other);
  expect((await sent()).join()).not.toContain(other);
});

test("votes and ratings alone: no request", async () => {
  await sent();
  await run("UPDATE listings SET votes = votes + 1, rating = 50 WHERE status = 'live'");
  const { items } = (await (await fetch(`${server.url}/data/changes?limit=1000`)).json()) as {
    items: { at: string }[];
  };
  expect(items.length).toBeGreaterThan(10);
  expect(await sent()).toEqual([]);
});

const change = () => command("category", "update", "databases", "--description", `Tools, ${time}`);

test.each([429, 503, "no answer"] as const)("%p: a warning, and the same pages ten minutes later", async (fault) => {
  await change();
  const { indexNowUrl } = ports;
  if (fault === "no answer") ports.indexNowUrl = "http://127.0.0.1:9/indexnow";
  else reply = fault;
  await sent();
  ports.indexNowUrl = indexNowUrl;
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: expect.stringContaining("ten minutes") }));
  reply = 202;
  expect(await sent()).toEqual(["/categories/databases"]);
  expect(await sent()).toEqual([]);
});

test.each([
  [403, /key file/],
  [422, /BASE_URL/],
  [400, /INDEXNOW_URL/],
] as const)("%p: an error that says what to do, and no second attempt", async (status, reason) => {
  await change();
  reply = status;
  expect(await sent()).toHaveLength(1);
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, status, msg: expect.stringMatching(reason) }));
  expect(await sent()).toEqual([]);
});

test("a process that dies after the request: the pages are sent again", async () => {
  await change();
  reply = async () => {
    await run("UPDATE jobs SET lease_owner = 'another' WHERE kind = 'index-now' AND state = 'leased'");
    return 200;
  };
  expect(await sent()).toHaveLength(1);
  reply = 200;
  expect(await sent()).toEqual(["/categories/databases"]);
});

test("many changes: at most 10,000 pages in a request, and the rest ten minutes later", async () => {
  const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10500)";
  await run(`${numbers} INSERT INTO categories (site_id, slug, name) SELECT 1, 'many-' || i, 'Many ' || i FROM n`);
  const first = await sent();
  expect([first.length, submissions.length]).toEqual([10_000, 1]);
  const rest = await sent();
  expect([rest.length, new Set([...first, ...rest]).size]).toEqual([500, 10_500]);
});

test("http and private hosts: no request", async () => {
  await change();
  for (publicBase of ["http://directory.example", "https://192.168.1.4", "https://10.0.0.1"])
    expect(await sent()).toEqual([]);
  publicBase = base;
  expect(await sent()).toEqual(["/categories/databases"]);
});

test("switched off: no request and no key file; switched on again: a new key and only new changes", async () => {
  const former = (await keyNow())!;
  await notify(0);
  await change();
  expect([await sent(), await keyNow()]).toEqual([[], undefined]);
  expect((await keyFile(former)).status).toBe(404);
  await notify(1);
  expect(await sent()).toEqual([]);
  expect(await keyNow()).not.toBe(former);
});
