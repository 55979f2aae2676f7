import { expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "#test/support/server/process.ts";
import { openStore } from "../store/file-store.ts";
import { restoreDatabase } from "../store/restore.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

test("new database: only the owner can read its folder, its files and its backups", async () => {
  const folder = newDataDir();
  const path = join(folder, "slipway.db");
  const store = openStore(path);
  store.backup(join(folder, "backup.db"));
  expect(modeOf(folder)).toBe("700");
  const files = ["backup.db", ...["", "-wal", "-shm", ".commits", ".lock"].map((side) => `slipway.db${side}`)];
  expect(modesIn(folder)).toEqual(Object.fromEntries(files.map((name) => [name, "600"])));
  await store.close();

  restoreDatabase(join(folder, "backup.db"), path, new Date("2026-11-21T10:00:00Z"));
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(["600"]));
});

test("existing database readable by everyone: others lose access, the group keeps its permissions", async () => {
  const folder = newDataDir();
  const path = join(folder, "slipway.db");
  await openStore(path).close();
  chmodSync(path, 0o644);
  const store = openStore(path);
  expect([modeOf(path), modeOf(`${path}-wal`)]).toEqual(["640", "640"]);
  await store.close();
});
