import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRings } from "#db/keys/key-ring.ts";
import { publicKeyOf } from "#db/keys/signing-key.ts";
import { type Copy, openCopy } from "#db/store/sqld/copy.ts";
import { attachSqldStore, openSqldStore } from "#db/store/sqld/sqld-store.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { copyKeys } from "../support/server/nodes.ts";
import { newFolder, primaryFolderOf, type Sqld, startSqld } from "../support/server/sqld.ts";
import { compare } from "./load.ts";
import { getPaths, getRequest } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { startSlipway } from "./servers.ts";
import { megabytes, milliseconds, perSecond, type Row, throughputRow } from "./table.ts";

const writesPerSecond = 50;
const statements = 8;
const reader = { NODE_ROLE: "reader", WRITER_URL: "http://127.0.0.1:9" };

/** Compares reads on a reader node with reads of a file, idle and during writes, and measures the writer. */
export async function measureNodes(folder: string, size: number, effort: Effort): Promise<Row[]> {
  const row = (what: string, slipway: string, notes: string): Row => ({
    what,
    listings: size,
    slipway,
    comparedWith: "",
    ratio: null,
    target: null,
    notes,
  });
  const began = performance.now();
  const primary = startSqld(primaryFolderOf(join(folder, "slipway.db")));
  const moved = performance.now();
  const home = mkdtempSync(join(tmpdir(), "slipway-bench-nodes-"));
  const writer = attachSqldStore({
    role: "writer",
    url: primary.url,
    file: primary.file,
    path: join(home, "slipway.db"),
  });
  createRings(writer.read);
  publicKeyOf(writer.read);
  const follower = startSqld(newFolder(), { primaryUrl: primary.grpcUrl });
  const readerHome = mkdtempSync(join(tmpdir(), "slipway-bench-nodes-"));
  copyKeys(join(home, "slipway.db"), join(readerHome, "slipway.db"));
  const following = performance.now();
  const first = {
    role: "reader",
    url: follower.url,
    file: follower.file,
    path: join(readerHome, "slipway.db"),
  } as const;
  await (await openSqldStore(first)).close();
  const copied = performance.now();
  const node = await startSlipway(readerHome, { ...reader, DATABASE_URL: follower.url, DATABASE_FILE: follower.file });
  const file = await startSlipway(folder);
  const copy = openCopy(follower.file, join(readerHome, "slipway.db"), { latest: () => 0, tell() {} });
  try {
    const requests = getPaths(size).map(getRequest);
    const servers = [file, node].map((server) => ({ server, requests }));
    const [quietFile, quiet] = await compare(servers, effort);
    const alone = await write(writer, copy, effort.seconds * 2, null);
    const load = write(writer, copy, effort.seconds * effort.rounds * 2 + 2, writesPerSecond);
    const [, busy] = await compare(servers, effort);
    const { lags } = await load;
    return [
      throughputRow("reads at a reader", size, [quiet!, quietFile!], {
        name: "file",
        min: 0.9,
        notes: "no writes; ",
      }),
      throughputRow("reads at a reader", size, [busy!, quietFile!], {
        name: "file",
        min: 0.5,
        notes: `${writesPerSecond} transactions per second; `,
      }),
      row(
        `transactions of ${statements} statements`,
        perSecond(alone.perSecond),
        `one at a time; ${spread(alone.times)}`,
      ),
      row("lag of a reader", milliseconds(at(lags, 0.5)), `during reads; ${spread(lags)}`),
      row("a file becomes a writer's folder", milliseconds(moved - began), "sqld started"),
      row(
        "a new reader has everything",
        milliseconds(copied - following),
        `${megabytes(copy.bytes().bytes)}, with search index`,
      ),
    ];
  } finally {
    copy.close();
    await writer.close();
    for (const { stop } of [file, node]) await stop();
    for (const { kill } of [primary, follower] satisfies Sqld[]) await kill();
  }
}

/**
 * Runs transactions for some seconds, at full speed or at a rate. Returns their times and the times until the reader
 * had them.
 */
async function write(store: Store, copy: Copy, seconds: number, rate: number | null) {
  const times: number[] = [];
  const lags: number[] = [];
  const waiting: Promise<void>[] = [];
  const until = performance.now() + seconds * 1000;
  for (let next = performance.now(); performance.now() < until; ) {
    if (rate !== null) {
      await Bun.sleep(Math.max(0, next - performance.now()));
      next += 1000 / rate;
    }
    const began = performance.now();
    await store.write(edit);
    const done = performance.now();
    times.push(done - began);
    const { transactions } = store.position();
    if (rate !== null) waiting.push(arrival(copy, transactions).then(() => void lags.push(performance.now() - done)));
  }
  await Promise.all(waiting);
  return { times, lags, perSecond: times.length / seconds };
}

async function edit(tx: Tx): Promise<void> {
  for (let i = 0; i < statements; i++)
    await tx.$client.run("UPDATE listings SET version = version + 1 WHERE id = ?", [
      1 + Math.floor(Math.random() * 1000),
    ]);
}

async function arrival(copy: Copy, transactions: number): Promise<void> {
  while (copy.position().transactions < transactions) await Bun.sleep(1);
}

const spread = (values: number[]) => `p50 ${milliseconds(at(values, 0.5))}, p99 ${milliseconds(at(values, 0.99))}`;

const at = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
