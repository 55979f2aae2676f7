import { rmSync } from "node:fs";
import { join } from "node:path";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { openStore } from "#db/store/file-store.ts";
import type { Store } from "#db/store/store.ts";
import { mergeSearch } from "#tools/search/merge-search.ts";
import { keyFor } from "../support/records/account.ts";
import { completeProfile } from "../support/records/owned-listing.ts";
import { startTestServer } from "../support/server/harness.ts";
import { copyOf } from "./copy.ts";
import { votesAt } from "./listing.ts";
import { compare, fresh, load } from "./load.ts";
import { postponeScheduled } from "./postpone-jobs.ts";
import type { Effort } from "./rest.ts";
import { startBarePatch, startSlipway } from "./servers.ts";
import { noteStatements, type Ran } from "./statements.ts";
import { percentiles, type Row, throughputRow } from "./table.ts";

const minRatio = 0.5;
const editedListings = 2000;

/** A recorded edit, which the bare server repeats with other listings and texts. */
export interface Repeated {
  statements: Ran[];
  listingId: number;
  /** Part of the request that differs each time. */
  sent: string;
  answer: string;
}

/** Edits of a headline per second, each with its own key, compared with a bare server that runs the same SQL. */
export async function measurePatch(data: string, size: number, effort: Effort): Promise<Row[]> {
  const folders = ["slipway", "bare"].map((name) => copyOf(data, name));
  try {
    const [own, other] = folders as [string, string];
    const ids = liveListings(size);
    const { key, edit } = await prepare(own, ids);
    await prepare(other, ids);
    await Bun.write(join(other, "edit.json"), JSON.stringify(edit));
    const [slipway, bare] = [await startSlipway(own), await startBarePatch(other)];
    try {
      const requests = ids.map((id) => editRequest(id, key));
      // Edits are so much slower than reads that the first rounds would measure code that is not yet compiled.
      for (const server of [slipway, bare]) await load(server, requests, effort.seconds * 3, effort.connections);
      const servers = [slipway, bare].map((server) => ({ server, requests }));
      const [ours, theirs] = await compare(servers, effort);
      const notes = `${percentiles(ours!)}${edit.statements.length} statements; `;
      const baseline = { name: "bare", min: minRatio, notes };
      return [throughputRow("REST edit of a headline, with a key", size, [ours!, theirs!], baseline)];
    } finally {
      await slipway.stop();
      await bare.stop();
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

/** Live listings from the whole directory. */
function liveListings(size: number): number[] {
  const every = Math.max(1, Math.floor(size / editedListings));
  const ids = Array.from({ length: Math.floor(size / every) }, (_, i) => size - i * every);
  return ids.filter((id) => votesAt(id) !== null);
}

/** Assigns the listings to an account with a complete profile. Returns its key and one recorded edit. */
async function prepare(folder: string, ids: number[]): Promise<{ key: string; edit: Repeated }> {
  const notes = noteStatements();
  const store = openStore(join(folder, "slipway.db"));
  try {
    const { key, account } = await keyFor(store, { scopes: ["listings:write"] });
    await completeProfile(store, account.id);
    await store.write(async (tx) => {
      for (const companyId of ids) await addOwner(tx, { companyId, accountId: account.id, via: "bench" }, new Date());
    });
    // Each new owner adds a tree to the search index. Otherwise, one server would merge them while it is measured, and
    // the other while it warms up. Nightly work would merge the index too.
    await mergeSearch(store.write);
    await store.write((tx) => postponeScheduled(tx, new Date()));
    return { key, edit: await notedEdit(store, notes, ids[0]!, key) };
  } finally {
    notes.end();
    await store.close();
  }
}

async function notedEdit(
  store: Store,
  notes: ReturnType<typeof noteStatements>,
  listingId: number,
  key: string,
): Promise<Repeated> {
  const server = await startTestServer({ store, now: () => new Date() });
  const edit = async (sent: string) => {
    const response = await fetch(`${server.url}/api/v1/me/listings/${listingId}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": sent, "content-type": "application/json" },
      body: editBody(sent),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  // The first edit also reads values that are then cached.
  await edit("0".repeat(fresh.length));
  notes.begin();
  const sent = "9".repeat(fresh.length);
  const answer = await edit(sent);
  const statements = notes.end();
  await server.stop();
  return { statements, listingId, sent, answer };
}

const editBody = (text: string) => JSON.stringify({ fields: { headline: `Tide tables and berth notes ${text}` } });

function editRequest(id: number, key: string): string {
  const body = editBody(fresh);
  const head = [
    `PATCH /api/v1/me/listings/${id} HTTP/1.1`,
    "host: localhost",
    `authorization: Bearer ${key}`,
    `idempotency-key: ${fresh}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
