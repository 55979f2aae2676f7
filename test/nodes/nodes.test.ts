import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { checkDatabase } from "#db/queries/sites/check.ts";
import { openStore } from "#db/store/file-store.ts";
import { restoreDatabase } from "#db/store/restore.ts";
import { makePrimaryFolder } from "#db/store/sqld/primary-folder.ts";
import { countsOf } from "../insights/traffic.ts";
import { visitor } from "../support/clients/visitor.ts";
import { type Cluster, databaseOf, type Node, startCluster } from "../support/server/cluster.ts";
import { newDataDir, run } from "../support/server/process.ts";
import { startSqld } from "../support/server/sqld.ts";

/** Three nodes, as processes on this machine. */

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster?.stop());

const own = "/api/v1/me/listings/3";
const ask = async (
  node: Node,
  path: string,
  { method = "GET", body, headers = cluster.authorized as object } = {} as any,
) => {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(node.url + path, { method, headers: { ...headers, ...type }, body: JSON.stringify(body) });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
};
const rename = (node: Node, headline: string) => ask(node, own, { method: "PATCH", body: { fields: { headline } } });
const headlineAt = async (node: Node) => (await ask(node, own)).json.headline;
const mcp = async (node: Node, name: string, input: object) => {
  const params = { name, arguments: input };
  const headers = { ...cluster.authorized, accept: "application/json, text/event-stream" };
  const { json } = await ask(node, "/mcp", {
    method: "POST",
    headers,
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  });
  return json.result;
};

test("a write on one node: visible on every other immediately, over REST and MCP", async () => {
  const [one, other] = cluster.readers as [Node, Node];
  for (let i = 0; i < 30; i++) {
    expect((await rename(i % 2 ? one : cluster.writer, `Headline number ${i}`)).status).toBe(200);
    expect([await headlineAt(other), await headlineAt(one)]).toEqual([`Headline number ${i}`, `Headline number ${i}`]);
  }
  await mcp(one, "update_my_listing", { listing_id: 3, fields: { headline: "Written over MCP" } });
  expect((await mcp(other, "get_my_listing", { listing_id: 3 })).structuredContent.headline).toBe("Written over MCP");
});

test("an unauthenticated read: answered from the copy, which soon has the write", async () => {
  const { slug } = (await ask(cluster.writer, own)).json;
  await rename(cluster.writer, "Seen by everyone");
  const seen = async () => (await ask(cluster.readers[0]!, `/api/v1/listings/${slug}`, { headers: {} })).json.headline;
  while ((await seen()) !== "Seen by everyone") await Bun.sleep(20);
});

test("counts of a reader: saved by the writer, beside its own", async () => {
  const [reader] = cluster.readers as [Node];
  for (const node of [reader, reader, cluster.writer])
    await ask(node, "/api/v1/listings/fernleaf", { headers: { "user-agent": "agent" } });
  const db = { $client: new Database(cluster.writer.sqld.file, { readonly: true }) } as any;
  const counts = () => countsOf(db, "fernleaf").map((line) => line.replace(/ \d+:/, ":"));
  while (counts()[0] !== "profile_reads rest: 3") await Bun.sleep(50);
  expect(counts()).toEqual(["profile_reads rest: 3"]);
  db.$client.close();
});

test("a session from one node: valid on another", async () => {
  const [one, other] = cluster.readers as [Node, Node];
  const browser = visitor(one);
  const { email, password } = await Bun.file(join(cluster.writer.dataDir, "demo-sign-in.json")).json();
  const signedIn = await browser.post("/sign-in", { email, password, do: "password" });
  expect([signedIn.status, browser.cookies.has("slipway")]).toEqual([303, true]);
  const elsewhere = visitor(other);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.get("/account")).status).toBe(200);
});

test("404: internal endpoints without the node token", async () => {
  for (const { url } of [cluster.writer, ...cluster.readers]) {
    expect((await fetch(`${url}/nodes/state`)).status).toBe(404);
    expect((await fetch(`${url}/nodes/state`, { headers: { "slipway-node": "x".repeat(43) } })).status).toBe(404);
    expect((await fetch(`${url}/nodes/report`, { method: "POST", body: "{}" })).status).toBe(404);
  }
});

test("413: a body that is too large, on the node that receives it", async () => {
  const [reader] = cluster.readers as [Node];
  const headers = { ...cluster.authorized, "content-type": "application/json" };
  const mebibyte = new Uint8Array(2 ** 20);
  const inChunks = async function* () {
    for (let i = 0; i < 8; i++) yield mebibyte;
  };
  for (const body of [() => new Uint8Array(8 * 2 ** 20), inChunks])
    for (const path of ["/api/v1/drafts", "/mcp"]) {
      const answer = await fetch(reader.url + path, { method: "POST", headers, body: body() as any });
      expect([path, answer.status]).toEqual([path, 413]);
    }
});

test("a backup of a reader: restores to a database file, and moves to sqld again", async () => {
  const [reader] = cluster.readers as [Node];
  const backup = join(newDataDir(), "backup.db");
  const { url, file } = reader.sqld;
  const environment = {
    DATA_DIR: reader.dataDir,
    DATABASE_URL: url,
    DATABASE_FILE: file,
    NODE_ROLE: "reader",
    WRITER_URL: cluster.writerUrl,
  };
  const { exitCode, err } = await run("bridge/commands/main.ts", environment, "backup", backup).ended();
  expect([exitCode, err]).toEqual([0, ""]);
  const write = await run("bridge/commands/main.ts", environment, "site", "update", "main", "--name", "New").ended();
  expect([write.exitCode, write.err]).toEqual([
    1,
    `error: This node only reads. Nothing was changed. Run the command on the writer, at ${cluster.writerUrl}.\n`,
  ]);
  const inPlace = await run("bridge/commands/main.ts", environment, "restore", backup).ended();
  expect([inPlace.exitCode, inPlace.err]).toEqual([1, expect.stringContaining("node move FOLDER")]);
  const path = join(newDataDir(), "slipway.db");
  restoreDatabase(backup, path, new Date());
  const store = openStore(path);
  expect(await checkDatabase(store.read)).toEqual([]);
  await store.close();
  const folder = newDataDir();
  expect(makePrimaryFolder(path, folder)).toMatchObject({ fence: 2 });
  const sqld = startSqld(folder);
  await sqld.kill();
});

describe("without a writer", () => {
  let lost: Node;
  test("reads work; 503: writes over REST and MCP", async () => {
    const [one, other] = cluster.readers as [Node, Node];
    await rename(cluster.writer, "Before the loss");
    expect([await headlineAt(one), await headlineAt(other)]).toEqual(["Before the loss", "Before the loss"]);
    lost = cluster.writer;
    await lost.kill();
    expect(await headlineAt(other)).toBe("Before the loss");
    const refused = await rename(one, "Never written");
    expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    const overMcp = await mcp(one, "update_my_listing", { listing_id: 3, fields: { headline: "Never written" } });
    expect([overMcp.isError, overMcp.structuredContent.code]).toEqual([true, "unavailable"]);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    const read = await ask(one, own);
    expect([read.json.headline, read.headers.get("slipway-copy")]).toEqual(["Before the loss", "unconfirmed"]);
  });

  test("a reader is promoted: it has all received writes, and the other reader follows it", async () => {
    const [one, other] = cluster.readers as [Node, Node];
    expect(cluster.promote(other)).rejects.toThrow("sqld is still running");
    await other.kill();
    cluster.writer = await cluster.promote(other);
    cluster.readers = [one];
    expect(await headlineAt(cluster.writer)).toBe("Before the loss");
    // Its `sqld` drops its data and copies the new writer's.
    while ((await rename(one, "Written to the new writer")).status === 503) await Bun.sleep(2);
    expect(await headlineAt(one)).toBe("Written to the new writer");
  });

  test("the old writer: refused as a writer, starts as a reader", async () => {
    const sqld = startSqld(lost.sqld.folder);
    const again = { DATABASE_URL: sqld.url, DATABASE_FILE: sqld.file, DATA_DIR: lost.dataDir, PORT: "0" };
    const { exitCode, err } = await run("bridge/start/main.ts", { ...again, WRITER_URL: cluster.writerUrl }).ended();
    expect([exitCode, err]).toEqual([1, expect.stringContaining("another writer is already running")]);
    await sqld.kill();
    cluster.readers.push(await cluster.startReader());
    expect(await headlineAt(cluster.readers[1]!)).toBe("Written to the new writer");
    expect(databaseOf(lost)).not.toBe(databaseOf(cluster.writer));
  });
});
