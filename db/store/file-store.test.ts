import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "./file-store.ts";
import { preparedSql, type Store } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "slipway-store-"));
let made = 0;
let path: string;
let store: Store;

beforeEach(() => {
  path = join(folder, `${++made}.db`);
  store = openStore(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const addSite = "INSERT INTO sites (key, name, host, created_at) VALUES (?1, ?1, ?1, '2026-11-18T12:00:00.000Z')";
const keys = (of: Store) => of.read.$client.query("SELECT key FROM sites ORDER BY id").values().flat() as string[];

describe("write", () => {
  test("two transactions: the second waits until the first has ended", async () => {
    const order: string[] = [];
    const slow = store.write(async (tx) => {
      order.push("first begins");
      await Bun.sleep(20);
      tx.$client.run(addSite, ["first"]);
      order.push("first ends");
    });
    const quick = store.write(async (tx) => {
      order.push(`second sees ${tx.$client.query("SELECT key FROM sites").values().flat()}`);
    });
    await Promise.all([slow, quick]);
    expect(order).toEqual(["first begins", "first ends", "second sees first"]);
  });

  test("error after an await: everything is rolled back, and the next write works", async () => {
    const failing = store.write(async (tx) => {
      tx.$client.run(addSite, ["lost"]);
      await Bun.sleep(1);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await store.write(async (tx) => void tx.$client.run(addSite, ["kept"]));
    expect(keys(store)).toEqual(["kept"]);
  });

  test("failed statement: the whole transaction is rolled back", async () => {
    const failing = store.write(async (tx) => {
      tx.$client.run(addSite, ["twice"]);
      tx.$client.run(addSite, ["twice"]);
    });
    await expect(failing).rejects.toThrow("UNIQUE");
    expect(keys(store)).toEqual([]);
  });

  test("reads see only committed data", async () => {
    const seen: string[][] = [];
    await store.write(async (tx) => {
      tx.$client.run(addSite, ["new"]);
      await Bun.sleep(1);
      seen.push(keys(store));
    });
    seen.push(keys(store));
    expect(seen).toEqual([[], ["new"]]);
  });

  test("reads between and during writes: the log is reused instead of growing", async () => {
    const siteCount = preparedSql<{ count: number }, []>("SELECT count(*) AS count FROM sites").value;
    await store.write(async (tx) => void tx.$client.run("CREATE TABLE blobs (id INTEGER PRIMARY KEY, blob BLOB)"));
    for (let i = 0; i < 40; i++)
      await store.write(async (tx) => {
        tx.$client.run("REPLACE INTO blobs VALUES (1, randomblob(1000000))");
        await siteCount(store.read);
      });
    expect(store.load().walBytes).toBeLessThan(20e6);
  });

  test("the read connection cannot write", () => {
    expect(() => store.read.$client.run(addSite, ["sneaky"])).toThrow("readonly");
  });

  test("waiting writes are counted", async () => {
    const both = [store.write(() => Bun.sleep(5)), store.write(() => Bun.sleep(5))];
    expect(store.load().pendingWrites).toBe(2);
    await Promise.all(both);
    expect(store.load()).toMatchObject({ pendingWrites: 0, bytes: expect.any(Number) });
  });

  test("close: waits for running writes and rejects later ones", async () => {
    const underWay = store.write(async (tx) => {
      await Bun.sleep(10);
      tx.$client.run(addSite, ["last"]);
    });
    await store.close();
    await underWay;
    await expect(store.write(async () => {})).rejects.toThrow("closed");
    expect(keys(openStore(path))).toEqual(["last"]);
  });
});

describe("two processes", () => {
  const writer = (body: string) =>
    Bun.spawn(
      [
        process.execPath,
        "-e",
        `import { openStore } from ${JSON.stringify(join(import.meta.dir, "file-store.ts"))};
         const store = openStore(${JSON.stringify(path)});
         const add = (key) => store.write(async (tx) => void tx.$client.run(${JSON.stringify(addSite)}, [key]));
         ${body}`,
      ],
      { stdout: "pipe", stderr: "inherit" },
    );

  test("both write to one file: no write is lost", async () => {
    const other = writer("for (let i = 0; i < 200; i++) await add('theirs-' + i); await store.close();");
    for (let i = 0; i < 200; i++) await store.write(async (tx) => void tx.$client.run(addSite, [`ours-${i}`]));
    expect(await other.exited).toBe(0);
    expect(keys(store).filter((key) => key.startsWith("ours")).length).toBe(200);
    expect(keys(store).filter((key) => key.startsWith("theirs")).length).toBe(200);
  });

  test("one waits for the other's write: its reads continue", async () => {
    const other = writer(`await store.write(async (tx) => {
      tx.$client.run(${JSON.stringify(addSite)}, ["theirs"]);
      console.log("holding");
      await Bun.sleep(60_000);
    });`);
    const holding = other.stdout.getReader();
    await holding.read();
    let isWritten = false;
    const waiting = store
      .write(async (tx) => void tx.$client.run(addSite, ["ours"]))
      .then(() => {
        isWritten = true;
      });
    await Bun.sleep(50);
    expect({ isWritten, keys: keys(store) }).toEqual({ isWritten: false, keys: [] });
    other.kill("SIGKILL");
    await waiting;
    expect(keys(store)).toEqual(["ours"]);
  });

  test("kill -9 during writes: only whole transactions remain", async () => {
    const other = writer(`for (let i = 0; ; i++) {
      await store.write(async (tx) => {
        for (const half of ["a", "b"]) { tx.$client.run(${JSON.stringify(addSite)}, [half + i]); await Bun.sleep(0); }
      });
      if (i === 20) console.log("busy");
    }`);
    await other.stdout.getReader().read();
    other.kill("SIGKILL");
    await other.exited;
    await store.close();
    const after = openStore(path);
    const found = keys(after);
    expect(found.length).toBeGreaterThanOrEqual(42);
    expect(found.filter((key) => key.startsWith("a")).length).toBe(found.filter((key) => key.startsWith("b")).length);
    expect(after.read.$client.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  });
});

describe("backup", () => {
  test("backup during writes: one consistent state", async () => {
    const copy = `${path}.copy`;
    const writes: Promise<void>[] = [];
    const pair = (i: number) =>
      store.write(async (tx) => {
        tx.$client.run(addSite, [`a${i}`]);
        await Bun.sleep(0);
        tx.$client.run(addSite, [`b${i}`]);
      });
    for (let i = 0; i < 50; i++) writes.push(pair(i));
    await writes[10];
    store.backup(copy);
    await Promise.all(writes);
    const found = keys(openStore(copy));
    expect(found.length).toBeGreaterThanOrEqual(22);
    expect(found.length % 2).toBe(0);
    expect(new Database(copy).query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  });

  test("existing file: never overwritten", () => {
    expect(() => store.backup(path)).toThrow("already exists");
  });
});

test("full disk: closing does not fail", async () => {
  await store.write(async ({ $client }) => {
    for (let i = 0; i < 100; i++) $client.run(addSite, [`site-${i}`]);
    // PRAGMA optimize writes index statistics into a table that does not exist yet.
    $client.query("SELECT id FROM sites WHERE key = 'site-1'").all();
    $client.run("PRAGMA max_page_count = 1");
  });
  await store.close();
  expect(store.isReady()).toBe(false);
});

test("readiness: true while the file responds, false when it is closed or lacks a migration", async () => {
  expect(store.isReady()).toBe(true);
  await store.write(async (tx) => void tx.$client.run("DELETE FROM __drizzle_migrations WHERE rowid = 1"));
  expect(store.isReady()).toBe(false);
  await store.close();
  expect(store.isReady()).toBe(false);
});
