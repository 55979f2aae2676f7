import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer } from "#test/support/server/harness.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("seed", "demo");
});

const failed = (reason: string) => ({
  exitCode: 1,
  out: "",
  err: expect.stringMatching(new RegExp(`^error: .*${reason}.*\n$`)),
});
const slugs = async () =>
  (await admin.run("listing", "list", "--limit", "1000", "--json")).json.map((row: any) => row.slug);

test("restore: the directory is as in the backup, and the previous database is kept", async () => {
  const before = await slugs();
  const file = join(admin.dataDir, "backups", "today.db");
  expect((await admin.run("backup", file, "--json")).json).toEqual({
    file,
    bytes: Bun.file(file).size,
    not_included: [`${admin.databasePath}.key`, `${admin.databasePath}.signing.pem`],
  });
  await admin.run("site", "create", "later", "--name", "Later", "--host", "later.example");
  const { json } = await admin.run("restore", file, "--json");
  expect((await admin.run("site", "list", "--json")).json.map((site: any) => site.key)).toEqual(["main", "dev"]);
  expect(await slugs()).toEqual(before);
  expect((await admin.run("db", "check")).exitCode).toBe(0);
  expect(existsSync(json.kept)).toBe(true);
});

test("restore on another machine: names the missing keys and what will not work without them", async () => {
  const file = join(admin.dataDir, "today.db");
  expect((await admin.run("backup", file)).out).toContain(
    `not in it; keep a copy of them elsewhere: ${admin.databasePath}.key`,
  );
  const other = newAdmin();
  writeFileSync(`${other.databasePath}.signing.pem`, "");
  const { out } = await other.run("restore", file);
  expect(out).toContain(
    `Missing: ${other.databasePath}.key. Without it, waiting emails and payment links cannot be read`,
  );
  expect(out).not.toContain("signing.pem");
});

test("backup to an existing file, and restore while a server runs: refused", async () => {
  const file = join(admin.dataDir, "today.db");
  await admin.run("backup", file);
  expect(await admin.run("backup", file)).toMatchObject(failed("already exists"));
  const server = await startTestServer({ store: admin.openStore() });
  expect(await admin.run("restore", file)).toMatchObject(failed("in use by a server"));
  expect((await server.call("search_listings", {})).status).toBe(200);
  await server.stop();
  expect((await admin.run("restore", file)).exitCode).toBe(0);
});

describe("db check", () => {
  const damage = async (...statements: string[]) => {
    const store = admin.openStore();
    await store.write(async (tx) => {
      for (const statement of statements) tx.$client.run(statement);
    });
    await store.close();
  };

  test("a database without errors: exit code 0", async () => {
    expect((await admin.run("db", "check", "--json")).json).toEqual({ sound: true, faults: [] });
  });

  test.each([
    [
      "a listing missing from the index",
      "DELETE FROM listing_search WHERE rowid = (SELECT search_key FROM listings WHERE slug = 'tallyglass')",
    ],
    ["a listing without its key", "UPDATE listings SET search_key = NULL WHERE slug = 'tallyglass'"],
    ["votes missing from the index", "UPDATE listings SET votes = votes + 1 WHERE slug = 'tallyglass'"],
    ["a suspended listing still in the index", "UPDATE listings SET status = 'suspended' WHERE slug = 'tallyglass'"],
    ["an index entry without a listing", "INSERT INTO listing_search (rowid, doc) VALUES (77777, 'stray')"],
    ["a wrong listing count of a site", "UPDATE sites SET listing_count = 5 WHERE key = 'main'"],
    ["a wrong listing count of a category", "UPDATE categories SET listing_count = 500 WHERE id = 1"],
  ])("%s: found, and fixed by --repair", async (_, statement) => {
    await damage(statement);
    const { exitCode, json } = await admin.run("db", "check", "--json");
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { sound: false } });
    expect(json.faults).not.toBeEmpty();
    expect((await admin.run("db", "check", "--repair", "--json")).json).toEqual({ sound: true, faults: [] });
  });

  test("--repair: restores lost search documents", async () => {
    await damage("DELETE FROM listing_search");
    await admin.run("db", "check", "--repair");
    const server = await startTestServer({ store: admin.openStore() });
    expect((await server.call("search_listings", { q: "tallyglass" })).body.items[0].slug).toBe("tallyglass");
    await server.stop();
  });

  test("a broken reference: found, and not changed by --repair", async () => {
    const raw = new Database(admin.databasePath);
    raw.run("INSERT INTO listing_tags (listing_id, tag) VALUES (99999, 'x')");
    raw.close();
    const { exitCode, out } = await admin.run("db", "check", "--repair");
    expect({ exitCode, out }).toEqual({
      exitCode: 1,
      out: "a row of listing_tags refers to a missing row of listings\n",
    });
  });
});
