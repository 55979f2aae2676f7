import { Database } from "bun:sqlite";
import { type Cluster, type Node, startCluster } from "../support/server/cluster.ts";

/**
 * Clients write through three nodes that are killed at random. Afterwards, every acknowledged write must exist once,
 * and no client may have read an older state than its own write. `bun run ledger [minutes]`; the last step loses the
 * writer's disk.
 */

const minutes = Number(process.argv[2] ?? 5);
const everyMs = 6000;
const answerMs = 10_000;

const cluster = await startCluster(2);
const nodes = () => [cluster.writer, ...cluster.readers];
const any = (): Node => nodes()[Math.floor(Math.random() * nodes().length)]!;
const headers = { ...cluster.authorized, "content-type": "application/json" };
const run = crypto.randomUUID().slice(0, 8);
let isOver = false;
let refused = 0;
const staleReads: string[] = [];
/** The same, in a response marked as unconfirmed because no writer could be asked. */
const unconfirmed: string[] = [];

async function ask(path: string, init: RequestInit = {}): Promise<{ json: any; isConfirmed: boolean }> {
  for (;;) {
    const answer = await fetch(any().url + path, {
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => null);
    if (answer?.ok) return { json: await answer.json(), isConfirmed: !answer.headers.has("slipway-copy") };
    if (answer && answer.status < 500 && answer.status !== 409)
      throw new Error(`${answer.status}: ${await answer.text()}`);
    refused++;
    await Bun.sleep(200);
  }
}

/** Edits a listing repeatedly. Each edit is repeated with its idempotency key until it is acknowledged. */
async function client(listing: number, acknowledged: string[], phase = "first"): Promise<void> {
  const path = `/api/v1/me/listings/${listing}`;
  for (let count = 0; !isOver; count++) {
    const headline = `Edit ${count} of ${listing}, ${phase} of ${run}`;
    const body = JSON.stringify({ fields: { headline } });
    await ask(path, { method: "PATCH", body, headers: { "idempotency-key": headline } });
    acknowledged.push(headline);
    const { json, isConfirmed } = await ask(path);
    if (json.headline !== headline) (isConfirmed ? staleReads : unconfirmed).push(`${headline}: ${json.headline}`);
  }
}

const { items } = (await ask("/api/v1/me/listings")).json;
const ledgers = new Map<number, string[]>(items.slice(0, 6).map(({ id }: { id: number }) => [id, []]));
const clients = [...ledgers].map(([id, acknowledged]) => client(id, acknowledged));

const kills = { reader: 0, writer: 0, promotion: 0 };
const promotionMs: number[] = [];
for (
  const until = performance.now() + minutes * 60_000;
  performance.now() < until;
  await Bun.sleep(Math.random() * everyMs)
) {
  const kind = (["reader", "writer", "promotion"] as const)[Math.floor(Math.random() * 3)]!;
  kills[kind]++;
  if (kind === "reader") await restartReader(cluster);
  else if (kind === "writer") {
    await cluster.writer.kill();
    cluster.writer = await cluster.restart(cluster.writer, "writer");
  } else promotionMs.push(await replaceWriter(cluster, (lost) => lost.sqld.file));
}
isOver = true;
await Promise.all(clients);
const written = new Map([...ledgers.values()].flat().map((headline) => [headline, 0]));
count(cluster.writer, written);
const missing = [...written].filter(([, times]) => times === 0).map(([headline]) => headline);
const twice = [...written].filter(([, times]) => times > 1).map(([headline]) => headline);

// The writer's disk is lost during writes, and a reader's copy takes its place.
isOver = false;
const late = new Map<number, string[]>([...ledgers.keys()].map((id) => [id, []]));
const lateClients = [...late].map(([id, acknowledged]) => client(id, acknowledged, "last").catch(() => undefined));
await Bun.sleep(3000);
isOver = true;
promotionMs.push(await replaceWriter(cluster, (_, reader) => reader.sqld.file));
await Promise.all(lateClients);
const after = new Map([...late.values()].flat().map((headline) => [headline, 0]));
count(cluster.writer, after);
const lost = [...after.values()].filter((times) => times === 0).length;

console.log(
  [
    `${written.size} writes acknowledged, ${refused} requests refused and repeated`,
    `killed: ${kills.reader} readers, ${kills.writer} restarted writers, ${kills.promotion} writers replaced from their disk`,
    `longest promotion: ${Math.round(Math.max(...promotionMs))} ms`,
    `missing writes ${missing.length}, duplicate writes ${twice.length}, stale reads ${staleReads.length} confirmed, ${unconfirmed.length} unconfirmed`,
    `lost disk: ${lost} of the ${after.size} writes acknowledged in the last 3 s were missing from the reader's copy`,
    ...[...missing, ...twice, ...staleReads].slice(0, 20),
  ].join("\n"),
);
await cluster.stop();
process.exit(missing.length + twice.length + staleReads.length === 0 ? 0 : 1);

async function restartReader({ readers, restart }: Cluster): Promise<void> {
  const index = Math.floor(Math.random() * readers.length);
  await readers[index]!.kill();
  readers[index] = await restart(readers[index]!, "reader");
}

/** Kills the writer and promotes a reader with the chosen file. Returns the milliseconds until it serves. */
async function replaceWriter(all: Cluster, fileOf: (lost: Node, reader: Node) => string): Promise<number> {
  const lost = all.writer;
  await lost.kill();
  const began = performance.now();
  const reader = all.readers.shift()!;
  await reader.kill();
  all.writer = await all.promote(reader, fileOf(lost, reader));
  const took = performance.now() - began;
  all.readers.push(await all.startReader());
  return took;
}

/** Counts the edits in the audit log. */
function count({ sqld }: Node, headlines: Map<string, number>): void {
  const database = new Database(sqld.file, { readonly: true });
  const rows = database.query<{ headline: string }, []>("SELECT after ->> '$.headline' AS headline FROM changes").all();
  for (const { headline } of rows) if (headlines.has(headline)) headlines.set(headline, headlines.get(headline)! + 1);
  database.close();
}
