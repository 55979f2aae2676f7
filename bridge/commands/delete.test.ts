import { beforeEach, expect, test } from "bun:test";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer } from "#test/support/server/harness.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("seed", "demo");
});

const isSound = async () =>
  expect((await admin.run("db", "check", "--json")).json).toEqual({ sound: true, faults: [] });
const actions = async () => {
  const store = admin.openStore();
  const rows = store.read.$client.query("SELECT action FROM changes WHERE via GLOB 'admin*' ORDER BY id").values();
  await store.close();
  return rows.flat();
};

test("listing delete: removed from search, leaderboards and counts immediately", async () => {
  const server = await startTestServer({ store: admin.openStore() });
  const found = async () => (await server.call("search_listings", { q: "tallyglass" })).body.total;
  expect(await found()).toBe(1);
  expect((await admin.run("listing", "delete", "tallyglass")).exitCode).toBe(0);
  expect(await found()).toBe(0);
  expect((await server.call("get_listing", { slug: "tallyglass" })).status).toBe(404);
  const { body } = await server.call("get_leaderboard", { board: "community-weekly", period: "2026-W47" });
  const ranks = body.items.map(({ rank }: { rank: number }) => rank);
  expect(ranks).toEqual(ranks.map((_: number, i: number) => i + 1));
  await server.stop();
  expect(await admin.run("listing", "delete", "tallyglass")).toMatchObject(failed('no listing "tallyglass"'));
  expect(await actions()).toEqual(["delete_listing"]);
  await isSound();
});

test("listing delete: every demo listing can be deleted, and the last one deletes its company", async () => {
  const all = (await admin.run("listing", "list", "--limit", "1000", "--json")).json;
  for (const { slug } of all) expect((await admin.run("listing", "delete", slug)).exitCode).toBe(0);
  const onDev = (await admin.run("listing", "list", "--site", "dev", "--limit", "1000", "--json")).json;
  const store = admin.openStore();
  const [[companies]] = store.read.$client.query("SELECT count(*) FROM companies").values() as [[number]];
  await store.close();
  expect(companies).toBe(onDev.length);
  await isSound();
}, 180_000);

test("category delete: refused with subcategories, and with listings unless --unfile is set", async () => {
  await admin.run("category", "create", "Pens");
  await admin.run("category", "create", "Ink", "--parent", "pens");
  expect(await admin.run("category", "delete", "pens")).toMatchObject(failed("has subcategories"));
  expect((await admin.run("category", "delete", "ink")).exitCode).toBe(0);
  expect((await admin.run("category", "delete", "pens")).exitCode).toBe(0);
  const rows = (await admin.run("category", "list", "--json")).json as { slug: string; live_listings: number }[];
  const { slug } = rows.find((row) => row.live_listings > 0 && !rows.some((other: any) => other.parent === row.slug))!;
  expect(await admin.run("category", "delete", slug)).toMatchObject(failed("--unfile"));
  expect((await admin.run("category", "delete", slug, "--unfile")).exitCode).toBe(0);
  expect(await admin.run("category", "delete", slug)).toMatchObject(failed("no category"));
  await isSound();
});

test("site delete: refused until the site has no listings", async () => {
  expect(await admin.run("site", "delete", "dev")).toMatchObject(failed("listings; delete them first"));
  for (const { slug } of (await admin.run("listing", "list", "--site", "dev", "--limit", "1000", "--json")).json)
    await admin.run("listing", "delete", slug, "--site", "dev");
  expect((await admin.run("site", "delete", "dev")).exitCode).toBe(0);
  expect((await admin.run("site", "list", "--json")).json.map(({ key }: { key: string }) => key)).toEqual(["main"]);
  expect(await admin.run("site", "delete", "dev")).toMatchObject(failed("no site"));
  await isSound();
}, 180_000);

test("user, key and founder delete: an account takes its keys with it; a second delete is refused", async () => {
  await admin.run("user", "create", "--email", "ada@example.test");
  const key = async () =>
    (await admin.run("key", "create", "--email", "ada@example.test", "--scopes", "account:read", "--json")).json.id;
  const [first, second] = [await key(), await key()];
  expect((await admin.run("key", "delete", String(first))).exitCode).toBe(0);
  expect(await admin.run("key", "delete", String(first))).toMatchObject(failed("no key"));
  expect((await admin.run("user", "delete", "ada@example.test")).exitCode).toBe(0);
  expect(await admin.run("key", "revoke", String(second))).toMatchObject(failed("no key"));
  expect(await admin.run("user", "delete", "ada@example.test")).toMatchObject(failed("no account"));
  const [{ slug }] = (await admin.run("founder", "list", "--json")).json;
  expect((await admin.run("founder", "delete", slug)).exitCode).toBe(0);
  expect(await admin.run("founder", "delete", slug)).toMatchObject(failed("no founder"));
  await isSound();
});
