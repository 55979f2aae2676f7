import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assets } from "../schema/companies.ts";
import { sharedCommits } from "./commits.ts";
import { connect } from "./connect.ts";
import { openStore } from "./file-store.ts";
import { shareReadTransaction } from "./shared-read-transaction.ts";
import { cachedUntilCommit, commitState, type Db, preparedSql, type Store } from "./store.ts";

const count = preparedSql<{ count: number }, []>("SELECT count(*) AS count FROM assets").value;
const insert = preparedSql<never, [string]>(
  "INSERT INTO assets (hash, content_type, bytes, created_at) VALUES (?, 'image/png', x'00', '2026-11-18')",
);

let folder: string;
let store: Store;
let other: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-turn-"));
  store = openStore(join(folder, "slipway.db"));
  other = openStore(join(folder, "slipway.db"));
});
afterEach(async () => {
  await store.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

const counted = () => count(store.read);

test("own commit: visible at once, also in a shared transaction", async () => {
  expect(await counted()).toBe(0);
  await store.write((tx) => insert.run(tx, "a"));
  expect(await counted()).toBe(1);
});

test("commit of another store: visible at once, also in a shared transaction and to unprepared statements", async () => {
  const built = () => store.read.$count(assets);
  expect([await counted(), await built()]).toEqual([0, 0]);
  await other.write((tx) => insert.run(tx, "a"));
  expect(await counted()).toBe(1);
  await other.write((tx) => insert.run(tx, "b"));
  expect(await built()).toBe(2);
});

test("cached query: run once between commits, and again after a commit of any store", async () => {
  let asked = 0;
  const once = (db: Db) =>
    cachedUntilCommit(db, "how many", () => {
      asked++;
      return count(db);
    });
  expect([await once(store.read), await once(store.read), asked]).toEqual([0, 0, 1]);
  await store.write(async (tx) => {
    await insert.run(tx, "a");
    // A transaction that writes sees its own changes each time.
    expect([await once(tx), await once(tx), asked]).toEqual([1, 1, 3]);
  });
  expect([await once(store.read), asked]).toEqual([1, 4]);
  await other.write((tx) => insert.run(tx, "b"));
  expect([await once(store.read), asked]).toEqual([2, 5]);
});

test("state of the commits: the same until a commit of any store; none in a transaction that writes", async () => {
  const states = [commitState(store.read)];
  expect(commitState(store.read)).toBe(states[0]!);
  for (const [i, writer] of [store, other].entries()) {
    await writer.write((tx) => insert.run(tx, `${i}`));
    states.push(commitState(store.read));
    expect(commitState(store.read)).toBe(states.at(-1)!);
  }
  expect(new Set(states).size).toBe(3);
  expect(await store.write(async (tx) => commitState(tx))).toBeNull();
});

test("unannounced commit of a replication server: the next shared transaction drops the cached results", () => {
  const path = join(folder, "slipway.db");
  const turn = shareReadTransaction(connect(path, { readonly: true }), sharedCommits(path), true);
  const cacheOf = () => {
    turn.join();
    turn.end();
    return turn.kept;
  };
  const before = cacheOf();
  expect(cacheOf()).toBe(before);
  const server = new Database(path);
  server.run(
    "INSERT INTO assets (hash, content_type, bytes, created_at) VALUES ('a', 'image/png', x'00', '2026-11-18')",
  );
  server.close();
  expect(cacheOf()).not.toBe(before);
});

test("quiet commit: visible at once, and keeps the cached results of every store", async () => {
  const before = [commitState(store.read), commitState(other.read)];
  await store.write((tx) => insert.run(tx, "a"), { isQuiet: true });
  expect(await counted()).toBe(1);
  expect([commitState(store.read), commitState(other.read)]).toEqual(before);
  await store.write((tx) => insert.run(tx, "b"));
  expect(commitState(other.read)).not.toBe(before[1]);
});

test("failed write: reads stay unchanged", async () => {
  expect(await counted()).toBe(0);
  const failing = store.write(async (tx) => {
    await insert.run(tx, "a");
    throw new Error("no");
  });
  expect(failing).rejects.toThrow("no");
  await failing.catch(() => undefined);
  expect(await counted()).toBe(0);
});

test("backup during a shared transaction works", async () => {
  await counted();
  store.backup(join(folder, "copy.db"));
  const copy = openStore(join(folder, "copy.db"));
  expect(await count(copy.read)).toBe(0);
  await copy.close();
});
