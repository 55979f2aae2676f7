import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { testNow } from "#test/support/server/harness.ts";
import { openStore } from "./file-store.ts";
import { isMigrated, journalEntry, journalTable } from "./migrate.ts";
import { restoreDatabase } from "./restore.ts";

const folder = mkdtempSync(join(tmpdir(), "slipway-restore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
let dir: string;
let path: string;
let backup: string;

const keysIn = (file: string) => {
  const client = new Database(file, { readonly: true });
  try {
    return client.query("SELECT key FROM sites ORDER BY id").values().flat();
  } finally {
    client.close();
  }
};

async function databaseWith(file: string, ...keys: string[]): Promise<void> {
  const store = openStore(file);
  await store.write(async (tx) => {
    for (const key of keys)
      tx.$client.run("INSERT INTO sites (key, name, host, created_at) VALUES (?1, ?1, ?1, '')", [key]);
  });
  await store.close();
}

beforeEach(async () => {
  dir = join(folder, String(++made));
  mkdirSync(dir);
  path = join(dir, "slipway.db");
  backup = join(folder, `${made}.backup`);
  await databaseWith(join(folder, `${made}.source`), "backed-up");
  const source = openStore(join(folder, `${made}.source`));
  source.backup(backup);
  await source.close();
});

test("restore: the backup replaces the database, which is kept under a dated name", async () => {
  await databaseWith(path, "old");
  const kept = restoreDatabase(backup, path, testNow);
  expect(kept).toBe(join(dir, "before-restore-2026-11-18T12-00-00-000Z.db"));
  expect(keysIn(kept!)).toEqual(["old"]);
  expect(keysIn(path)).toEqual(["backed-up"]);
  const store = openStore(path);
  expect(store.isReady()).toBe(true);
  await store.close();
});

test("restore into an empty folder: nothing is kept", () => {
  expect(restoreDatabase(backup, path, testNow)).toBeNull();
  expect(keysIn(path)).toEqual(["backed-up"]);
});

test("old database with commits only in its log: they are kept too", async () => {
  const child = Bun.spawn([
    process.execPath,
    "-e",
    `import { openStore } from ${JSON.stringify(join(import.meta.dir, "file-store.ts"))};
     const store = openStore(${JSON.stringify(path)});
     await store.write(async (tx) => void tx.$client.run("INSERT INTO sites (key, name, created_at) VALUES ('late', 'x', '')"));
     process.kill(process.pid, "SIGKILL");`,
  ]);
  await child.exited;
  expect(keysIn(restoreDatabase(backup, path, testNow)!)).toEqual(["late"]);
});

test("backup of an older version: migrated", async () => {
  rmSync(backup);
  const [first] = readMigrationFiles({ migrationsFolder: join(import.meta.dir, "../migrations") });
  const old = new Database(backup);
  for (const statement of first!.sql) old.run(statement);
  old.run(journalTable);
  old.run(journalEntry, [first!.hash, first!.folderMillis]);
  old.run("INSERT INTO sites (key, name, created_at) VALUES ('long-ago', 'x', '')");
  old.close();
  restoreDatabase(backup, path, testNow);
  expect(keysIn(path)).toEqual(["long-ago"]);
  const restored = new Database(path, { readonly: true });
  expect(isMigrated(restored)).toBe(true);
  restored.close();
});

describe("refused restore: nothing changes", () => {
  const unchanged = async (restore: () => unknown, message: string) => {
    await databaseWith(path, "old");
    const before = readFileSync(path);
    expect(restore).toThrow(message);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dir).filter((name) => !/^slipway\.db(-wal|-shm|\.commits|\.lock)?$/.test(name))).toEqual([]);
  };

  test("missing file", () => unchanged(() => restoreDatabase(`${backup}.none`, path, testNow), "there is no file"));

  test("backup that is not a database", () => {
    writeFileSync(backup, "not a database ".repeat(1000));
    return unchanged(() => restoreDatabase(backup, path, testNow), "not a database");
  });

  test("truncated backup", () => {
    truncateSync(backup, 8192 * 20);
    return unchanged(() => restoreDatabase(backup, path, testNow), "cannot restore");
  });

  test("backup with broken references", () => {
    const client = new Database(backup);
    client.run("INSERT INTO listing_tags (listing_id, tag) VALUES (77, 'x')");
    client.close();
    return unchanged(
      () => restoreDatabase(backup, path, testNow),
      "a row of listing_tags refers to a missing row of listings",
    );
  });

  test("database of another program", () => {
    rmSync(backup);
    new Database(backup).run("CREATE TABLE notes (id INTEGER)");
    return unchanged(() => restoreDatabase(backup, path, testNow), "not a Slipway database");
  });

  test("backup of a newer version", () => {
    const client = new Database(backup);
    client.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 4000000000000)");
    client.close();
    return unchanged(() => restoreDatabase(backup, path, testNow), "newer build");
  });

  test("database in use", async () => {
    await databaseWith(path, "old");
    const inUse = openStore(path);
    expect(() => restoreDatabase(backup, path, testNow)).toThrow("in use");
    await inUse.close();
    expect(keysIn(path)).toEqual(["old"]);
    expect(existsSync(`${path}.restoring`)).toBe(false);
  });
});

test("damaged database: replaced, and kept unchanged", () => {
  writeFileSync(path, "damaged ".repeat(1000));
  const kept = restoreDatabase(backup, path, testNow);
  expect(readFileSync(kept!, "utf8")).toStartWith("damaged damaged");
  expect(keysIn(path)).toEqual(["backed-up"]);
});
