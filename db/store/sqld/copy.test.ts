import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "#test/support/server/sqld.ts";
import { sharedCommits } from "../commits.ts";
import { openStore } from "../file-store.ts";
import { openCopy } from "./copy.ts";

const folder = newFolder();
const path = (name: string) => join(folder, name);
async function makeDatabase(name: string, transactions: number): Promise<void> {
  await openStore(path(name)).close();
  const client = new Database(path(name));
  client.run("UPDATE replication SET transactions = ?", [transactions]);
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}

test("replaced file: read when its first copy is complete", async () => {
  await makeDatabase("data", 1);
  await makeDatabase("whole", 2);
  new Database(path("empty"), { create: true }).run("PRAGMA journal_mode = WAL");
  const copy = openCopy(path("data"), path("data"), sharedCommits(path("data")));
  const afterReplacingBy = async (name: string) => {
    renameSync(path(name), path("data"));
    await Bun.sleep(120);
    return copy.position().transactions;
  };
  expect([copy.position().transactions, await afterReplacingBy("empty"), await afterReplacingBy("whole")]).toEqual([
    1, 1, 2,
  ]);
  copy.close();
});
