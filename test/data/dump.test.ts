import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSigned } from "#db/keys/signature.ts";
import { newEpoch } from "#db/queries/data/feed.ts";
import { dayMs } from "#db/values/week.ts";
import { newAdmin, type TestAdmin } from "../support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

type Json = Record<string, any>;

let admin: TestAdmin;
let server: TestServer;
beforeAll(async () => {
  admin = newAdmin();
  expect((await admin.run("seed", "demo")).err).toBe("");
  server = await startTestServer({ store: admin.openStore() });
});
afterAll(() => server.stop());

const read = (path: string, init?: RequestInit) => fetch(server.url + path, init);
const folder = () => join(admin.dataDir, "data", "main");
const dumps = () => readdirSync(folder()).filter((name) => /^\d/.test(name));
const manifestNow = async () => (await (await read("/data/main/manifest.json")).json()) as Json;
const linesOf = async (file: string) =>
  Buffer.from(Bun.gunzipSync(new Uint8Array(await (await read(`/data/main/${file}`)).arrayBuffer())))
    .toString()
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
let day = 0;
async function dump() {
  admin.setNow(new Date(testNow.getTime() + day++ * dayMs));
  const { err, exitCode } = await admin.run("dump");
  expect([err, exitCode]).toEqual(["", 0]);
}

test("without data_licence: 404 that names the setting, and no files", async () => {
  await dump();
  const response = await read("/data/main/manifest.json");
  const { code, detail } = (await response.json()) as Json;
  expect([response.status, code]).toEqual([404, "not_found"]);
  expect(detail).toContain("data_licence");
  expect(await (await read("/robots.txt")).text()).not.toContain("/data/");
});

test("a dump: signed manifest, public records, founders by choice, and a database with search", async () => {
  expect((await admin.run("site", "update", "main", "--data-licence", "CC-BY-4.0")).err).toBe("");
  const { slug } = (await server.call("list_founders", { per_page: 1 })).body.items[0];
  await server.store.write(async (tx) => {
    await tx.$client.run("UPDATE founders SET in_data_set = 1 WHERE slug = ?", [slug]);
  });
  await dump();
  const { signature, ...manifest } = await manifestNow();
  expect(isSigned(manifest, signature)).toBe(true);
  expect(manifest).toMatchObject({ format: "slipway-data/1", licence: "CC-BY-4.0", previous_sha256: null });
  const names = manifest.files.map(({ path }: Json) => path.split("/")[1]);
  const tables = ["listings", "founders", "categories", "launch-weeks", "posts"];
  expect(names).toEqual([...tables.map((name) => `${name}.ndjson.gz`), "directory.sqlite.gz"]);
  for (const { path, sha256, bytes } of manifest.files) {
    const content = new Uint8Array(await (await read(`/data/main/${path}`)).arrayBuffer());
    expect([content.length, new Bun.CryptoHasher("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
  }
  const listings = await linesOf("listings.ndjson.gz");
  const { total } = (await server.call("search_listings", { per_page: 1 })).body;
  expect(listings).toHaveLength(total);
  const one = listings.find(({ founders }) => founders.length > 0)!;
  const shown = (await server.call("get_listing", { slug: one.slug })).body;
  const { base } = { base: new URL(one.page_url).origin };
  expect({ ...one, founders: [] }).toEqual(
    JSON.parse(JSON.stringify({ ...shown, founders: [] }).replaceAll(server.url, base)),
  );
  const named = new Set(listings.flatMap(({ founders }) => founders.map((founder: Json) => founder.slug)));
  expect([...named]).toEqual([slug]);
  expect((await linesOf("founders.ndjson.gz")).map((founder) => founder.slug)).toEqual([slug]);
  expect(Object.keys((await linesOf("launch-weeks.ndjson.gz"))[0]!)).toEqual(["week", "launches"]);

  const bytes = Bun.gunzipSync(new Uint8Array(await (await read("/data/main/directory.sqlite.gz")).arrayBuffer()));
  const path = join(admin.dataDir, "read.sqlite");
  writeFileSync(path, bytes);
  const sqlite = new Database(path, { readonly: true });
  const found = sqlite
    .query("SELECT l.slug FROM listings_search s JOIN listings l ON l.rowid = s.rowid WHERE listings_search MATCH ?")
    .all("photo backup");
  expect(found).toContainEqual({ slug: "framevault" });
  sqlite.close();
  expect(await (await read("/robots.txt")).text()).toContain("/data/main/manifest.json");
  expect(await (await read("/llms.txt")).text()).toContain("CC-BY-4.0");
});

test("files: conditional requests, HEAD and unknown names", async () => {
  const first = await read("/data/main/listings.ndjson.gz");
  const etag = first.headers.get("etag")!;
  expect(first.headers.get("content-type")).toBe("application/gzip");
  const again = await read("/data/main/listings.ndjson.gz", { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const head = await read("/data/main/listings.ndjson.gz", { method: "HEAD" });
  expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
  const unknown = ["/data/other/manifest.json", "/data/main/nothing.json", "/data/main/..%2f..%2fslipway.db"];
  for (const path of [...unknown, "/data/main/manifests/..%2fmanifest.json", "/data/main/.work/copy.db"])
    expect((await read(path)).status).toBe(404);
});

test("seven dumps are kept; a removed record deletes those with it, and the chain of manifests stays", async () => {
  for (let i = 0; i < 8; i++) await dump();
  expect(dumps()).toHaveLength(7);
  expect((await admin.run("listing", "suspend", "tidepad", "--ground", "dead", "--reason", "It is gone.")).err).toBe(
    "",
  );
  await dump();
  expect(dumps()).toHaveLength(1);
  expect(JSON.stringify(await linesOf("listings.ndjson.gz"))).not.toContain('"tidepad"');
  let count = 0;
  for (let { previous_sha256: hash } = await manifestNow(); hash; count++) {
    const text = await (await read(`/data/main/manifests/${hash}.json`)).text();
    expect(new Bun.CryptoHasher("sha256").update(text).digest("hex")).toBe(hash);
    hash = JSON.parse(text).previous_sha256;
  }
  expect(count).toBe(9);
});

test("a new epoch of the feed, and a deleted site: their files are deleted", async () => {
  for (let i = 0; i < 2; i++) await dump();
  expect(dumps()).toHaveLength(3);
  mkdirSync(join(admin.dataDir, "data", "former"));
  await server.store.write(newEpoch);
  await dump();
  expect(dumps()).toHaveLength(1);
  expect(readdirSync(join(admin.dataDir, "data"))).toEqual(["main"]);
});

test("two dumps of one day: the same files, although the responses of the second one come from the cache", async () => {
  const hashes = async () => (await manifestNow()).files.map(({ sha256 }: Json) => sha256);
  await dump();
  const first = await hashes();
  expect(await admin.run("dump")).toMatchObject({ err: "", exitCode: 0 });
  expect(await hashes()).toEqual(first);
});

test("a dump that fails leaves the last good one", async () => {
  const before = await manifestNow();
  // No operation can read this record, so the dump fails after its first files.
  const work = join(admin.dataDir, "data", ".work");
  await server.store.write(async (tx) => {
    await tx.$client.run("UPDATE posts SET slug = 'no/such slug' WHERE id = 1", []);
  });
  expect((await admin.run("dump")).exitCode).toBe(1);
  expect(existsSync(work)).toBe(false);
  expect(await manifestNow()).toEqual(before);
  expect((await read("/data/main/listings.ndjson.gz")).status).toBe(200);
});
