import { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "#db/store/file-store.ts";
import { copyOf } from "./copy.ts";
import { load, timedLoad } from "./load.ts";
import { postponeScheduled } from "./postpone-jobs.ts";
import { getRequest, searchPaths } from "./requests.ts";
import { startSlipway } from "./servers.ts";
import { milliseconds, type Row } from "./table.ts";

/** Longest acceptable wait of a reader for a step of background work. */
const maxMs = 250;
const longestSeconds = 60;
const readsPerSecond = 100;
const connections = 4;

/** Measures the longest wait of a reader while all scheduled work runs, as in the first night of a directory. */
export async function measureNightly(data: string, size: number): Promise<Row[]> {
  const folder = copyOf(data, "nightly");
  try {
    const store = openStore(join(folder, "slipway.db"));
    await store.write((tx) => postponeScheduled(tx, new Date()));
    await store.close();
    const slipway = await startSlipway(folder);
    const db = new Database(join(folder, "slipway.db"), { strict: true });
    try {
      const requests = searchPaths("rare", size).map(getRequest);
      await load(slipway, requests, 2, connections);
      db.run("PRAGMA busy_timeout = 5000");
      db.run("UPDATE jobs SET run_at = '2000-01-01T00:00:00.000Z'");
      const reading = timedLoad(slipway, requests, { seconds: longestSeconds, connections, rate: readsPerSecond });
      const begun = Date.now();
      const open = db.prepare<{ count: number }, []>(
        "SELECT count(*) AS count FROM jobs WHERE state IN ('queued', 'leased') AND run_at < '2001'",
      );
      let endedAt = begun;
      while (open.get()!.count > 0 && endedAt < begun + longestSeconds * 1000) {
        await Bun.sleep(20);
        endedAt = Date.now();
      }
      const answers = await reading;
      const times = (from: number, to: number) =>
        answers.flatMap(({ at, ms }) => (at >= from && at < to ? ms : [])).sort((a, b) => a - b);
      const during = times(begun, endedAt + 1000);
      const worst = during.at(-1)!;
      const after = times(endedAt + 1000, Infinity);
      return [
        {
          what: "a reader's longest wait in nightly work",
          listings: size,
          slipway: milliseconds(worst),
          comparedWith: milliseconds(maxMs),
          ratio: worst / maxMs,
          target: { max: 1 },
          notes: `${((endedAt - begun) / 1000).toFixed(1)} s of work; p99 ${milliseconds(at(during, 0.99))}, after it ${after.length > 0 ? milliseconds(at(after, 0.99)) : "not measured"}`,
        },
      ];
    } finally {
      db.close();
      await slipway.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)]!;
