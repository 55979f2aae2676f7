import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Sqld, startSqld } from "#test/support/server/sqld.ts";
import { temporary } from "#test/support/server/temporary.ts";
import { StorageFull } from "../storage-full.ts";
import { preparedSql } from "../store.ts";
import { openSqldStore } from "./sqld-store.ts";

const disk = join(temporary, "small-disk");
const run = (...args: string[]) => Bun.spawnSync(args, { stderr: "ignore" }).exitCode === 0;
mkdirSync(disk);
// Without the permission to mount file systems, there is no small disk to fill.
const isSmall = run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", disk);

let sqld: Sqld | undefined;
beforeAll(() => {
  if (isSmall) sqld = startSqld(join(disk, "sqld"));
});
afterAll(async () => {
  await sqld?.kill();
  // Files on it are still open here.
  if (isSmall) run("umount", "--lazy", disk);
});

const fill = preparedSql<never, [string]>(
  "INSERT INTO assets (hash, bytes, content_type, created_at) VALUES (?, randomblob(1000000), 'image/png', '2026-11-18T12:00:00.000Z')",
);

test.skipIf(!isSmall)(
  "a server whose disk is full is told apart from one that fails, and reading goes on",
  async () => {
    const { url, file } = sqld!;
    const store = await openSqldStore({ role: "writer", url, file, path: join(temporary, "small-disk.db") });
    const written: string[] = [];
    const addNext = () => store.write((tx) => fill.run(tx, `hash ${written.length}`));
    const refused = await (async () => {
      for (;;) {
        const error = await addNext().catch((error: unknown) => error);
        if (error instanceof Error) return error;
        written.push(`hash ${written.length}`);
      }
    })();
    expect([refused instanceof StorageFull, store.load().isFull]).toEqual([true, true]);
    const kept = store.read.$client.query("SELECT hash FROM assets ORDER BY rowid").values().flat();
    expect(kept).toEqual(written);
    await store.close();
  },
);
