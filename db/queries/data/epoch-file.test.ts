import { expect, test } from "bun:test";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "#db/store/file-store.ts";
import { restoreDatabase } from "#db/store/restore.ts";
import { testNow } from "#test/support/server/harness.ts";
import { newDataDir } from "#test/support/server/process.ts";
import { confirmEpoch } from "./epoch-file.ts";
import { feedHead } from "./feed.ts";

/** Starts on the database in `folder` and returns the epoch. */
async function start(folder: string): Promise<string> {
  const store = openStore(join(folder, "slipway.db"));
  await confirmEpoch(store);
  const { epoch } = (await feedHead(store.read))!;
  await store.close();
  return epoch;
}

test("the epoch stays after a restart and changes after a restore, on a copy and on an older file", async () => {
  const folder = newDataDir();
  mkdirSync(folder);
  const first = await start(folder);
  expect(await start(folder)).toBe(first);

  const copy = newDataDir();
  cpSync(folder, copy, { recursive: true });
  const copied = await start(copy);
  expect(copied).not.toBe(first);
  expect(await start(copy)).toBe(copied);
  expect(await start(folder)).toBe(first);

  const path = join(folder, "slipway.db");
  const backup = join(folder, "backup.db");
  const store = openStore(path);
  store.backup(backup);
  await store.close();
  restoreDatabase(backup, path, testNow);
  const restored = await start(folder);
  expect(restored).not.toBe(first);
  expect(await start(folder)).toBe(restored);
});
