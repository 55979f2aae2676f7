import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { newFolder, type Sqld, startSqld } from "#test/support/server/sqld.ts";
import { temporary } from "#test/support/server/temporary.ts";
import { NotWritable, preparedSql, type Store, type Tx } from "../store.ts";
import { openSqldStore } from "./sqld-store.ts";
import { sqlStream } from "./stream.ts";

let sqld: Sqld;
let store: Store;
let opened = 0;
const open = () =>
  openSqldStore({ role: "writer", url: sqld.url, file: sqld.file, path: join(temporary, `sqld-${++opened}.db`) });
beforeAll(async () => {
  sqld = startSqld(newFolder());
  store = await open();
});
afterAll(async () => {
  await store.close();
  await sqld.kill();
});

const add = preparedSql<{ id: number }, [string]>(
  "INSERT INTO assets (hash, bytes, content_type, created_at) VALUES (?, x'00ff', 'image/png', '2026-11-18T12:00:00.000Z') RETURNING rowid AS id",
);
const values = preparedSql<Record<string, unknown>, (number | Uint8Array | null)[]>(
  "SELECT ?1 AS a, ?2 AS b, ?3 AS c, ?4 AS d, typeof(?2) AS type",
);
const hashes = () => store.read.$client.query("SELECT hash FROM assets ORDER BY hash").values().flat();
const addOne = (hash: string) => store.write(async (tx) => void (await add.get(tx, hash)));

test("values are the same as with a file: integers, fractions, null and bytes", async () => {
  const row = await store.write((tx) => values.get(tx, null, 2 ** 52 + 1, 0.5, new Uint8Array([0, 255])));
  expect(row).toEqual({ a: null, b: 2 ** 52 + 1, c: 0.5, d: new Uint8Array([0, 255]), type: "integer" });
  const read = await values.get(store.read, null, 2 ** 52 + 1, 0.5, new Uint8Array([0, 255]));
  expect(row).toEqual(read);
});

test("commit: visible at once; error: nothing remains", async () => {
  await addOne("a");
  expect(hashes()).toEqual(["a"]);
  const failing = store.write(async (tx) => {
    await add.get(tx, "b");
    throw new Error("no");
  });
  expect(failing).rejects.toThrow("no");
  await failing.catch(() => undefined);
  expect(addOne("a")).rejects.toThrow("UNIQUE");
  await addOne("c");
  expect(hashes()).toEqual(["a", "c"]);
});

test("server dies during a transaction: nothing remains, and the next transaction works", async () => {
  const before = store.position().transactions;
  const cut = store.write(async (tx: Tx) => {
    await add.get(tx, "half");
    await sqld.kill();
    sqld.restart();
    // A caller that ignores a failure must not write outside of the transaction.
    await add.get(tx, "lost").catch(() => undefined);
    await add.get(tx, "stray").catch(() => undefined);
  });
  expect(await cut.catch((error) => error)).toBeInstanceOf(NotWritable);
  expect(hashes()).toEqual(["a", "c"]);
  await addOne("d");
  expect(hashes()).toEqual(["a", "c", "d"]);
  expect(store.position().transactions).toBe(before + 1);
});

test("hanging server: given up after a while, and used again when it responds", async () => {
  const stream = sqlStream(sqld.url, undefined, 300);
  stream.open();
  await stream.run("SELECT 1");
  sqld.hang();
  const refused = await stream.run("BEGIN IMMEDIATE").catch((error) => error);
  expect([refused instanceof NotWritable, refused.message]).toEqual([true, expect.stringContaining("restart it")]);
  expect(stream.run("SELECT 1")).rejects.toBeInstanceOf(NotWritable);
  sqld.resume();
  stream.open();
  expect((await stream.run("SELECT 1")).rows).toEqual([[1]]);
  stream.end();
  await addOne("e");
});

test("replaced writer: writes nothing more and reports that it is not ready", async () => {
  const next = await open();
  await next.write(async (tx) => void (await tx.$client.run("UPDATE replication SET fence = fence + 1")));
  await next.close();
  const refused = await addOne("late").catch((error) => error);
  expect([refused instanceof NotWritable, refused.message]).toEqual([
    true,
    expect.stringContaining("start this node as a reader"),
  ]);
  expect([store.isReady(), hashes()]).toEqual([false, ["a", "c", "d", "e"]]);
});
