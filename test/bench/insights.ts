import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type EventBatch, saveEvents } from "#db/queries/insights/save-events.ts";
import { insightCounters } from "#db/schema/vocabulary.ts";
import { openStore } from "#db/store/file-store.ts";
import { dayMs } from "#db/values/week.ts";
import { copyOf } from "./copy.ts";
import { benchData } from "./data.ts";
import { median, type Server, timedLoad } from "./load.ts";
import { getPaths, getRequest, mcpRequest, searchPaths, slugInputs } from "./requests.ts";
import { siteId } from "./rows.ts";
import { freePort, startProcess } from "./servers.ts";

/**
 * The cost of counting: `bun test/bench/insights.ts [SIZE] [ROUNDS] [SECONDS]` compares the processor time per request of
 * one server with and without counting. Two servers would differ by more, because each compiles and places its code in
 * its own way. Counting is switched several times a second during each round, because the machine's speed changes from
 * second to second. The time of a save falls on either side and is added to that of counting. Both sides read the caller's
 * address, which takes longer than counting, because the log line contains its network. `bun test/bench/insights.ts
 * growth [SIZE] [DAYS]` counts a tenth of the listings each day.
 */
const [first = "100000", ...more] = process.argv.slice(2);
await (first === "growth" ? measureGrowth(Number(more[0] ?? 1e6), Number(more[1] ?? 90)) : measureCost(Number(first)));

async function measureCost(size: number): Promise<void> {
  const [rounds = 20, seconds = 5] = more.map(Number);
  const data = await benchData(size);
  const port = await freePort();
  const folder = copyOf(data, "insights");
  const root = join(import.meta.dir, "../..");
  const preload = join(import.meta.dir, "switched-insights.ts");
  const command = [process.execPath, "--preload", preload, join(root, "bridge/start/main.ts")];
  const settings = { PORT: `${port}`, DATA_DIR: folder, SEED: "none", RATE_LIMITS: "off" };
  const server = await startProcess("Slipway", port, command, { NODE_ENV: "development", ...settings }, root);
  const kinds = {
    "REST get": getPaths(size, 200).map(getRequest),
    "REST search": searchPaths("two words", size, 200).map(getRequest),
    "REST search, 4,000 different": searchPaths("prefix", size).map(getRequest),
    "MCP get_listing": slugInputs(size, 200).map((input) =>
      mcpRequest("2026-07-28", "tools/call", { name: "get_listing", arguments: input }),
    ),
  };
  try {
    for (const [kind, requests] of Object.entries(kinds)) {
      const times: Record<"off" | "on", number[]> = { off: [], on: [] };
      const before = savesOf(folder);
      let counted = 0;
      for (let round = 0; round <= rounds; round++) {
        const { on, off } = await switchedLoad(server, requests, seconds);
        counted += on.answered;
        // The first round is a warm-up.
        if (round === 0) continue;
        times.on.push(on.cpuMs / on.answered);
        times.off.push(off.cpuMs / off.answered);
      }
      const saving = (savesOf(folder) - before) / counted;
      const added = times.on.map((time, i) => ((time + saving) / times.off[i]! - 1) * 100).sort((a, b) => a - b);
      const percent = (value: number) => `${value.toFixed(1)} %`;
      const micros = (ms: number) => `${(ms * 1000).toFixed(1)} µs`;
      console.log(
        `${kind}: ${micros(median(times.off))} off, ${micros(median(times.on))} on and ${micros(saving)} for saves; ` +
          `median ${percent(median(added))} (${percent(added[0]!)} to ${percent(added.at(-1)!)})`,
      );
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Runs load while counting is switched on and off. Returns the processor time and the responses of each. */
async function switchedLoad(server: Server, requests: string[], seconds: number) {
  const switchMs = 250;
  const loading = timedLoad(server, requests, { seconds, connections: 8, rate: null });
  // The load generator takes a moment to start.
  await Bun.sleep(500);
  // The first two turns are a warm-up.
  const turns: { at: number; cpuMs: number }[] = [];
  const count = Math.floor(((seconds - 1) * 1000) / switchMs / 2) * 2;
  for (let i = 0; i <= count; i++) {
    turns.push({ at: performance.timeOrigin + performance.now(), cpuMs: threadsMs(server.pid) });
    if (i < count) process.kill(server.pid, "SIGUSR2");
    await Bun.sleep(switchMs);
  }
  const answers = await loading;
  const sums = { on: { cpuMs: 0, answered: 0 }, off: { cpuMs: 0, answered: 0 } };
  for (const [i, { at, cpuMs }] of turns.slice(0, -1).entries()) {
    if (i < 2) continue;
    const until = turns[i + 1]!;
    const sum = i % 2 === 0 ? sums.on : sums.off;
    sum.cpuMs += until.cpuMs - cpuMs;
    sum.answered += answers.filter((answer) => answer.at >= at && answer.at < until.at).length;
  }
  return sums;
}

/** Milliseconds of processor time of all threads, exact to the nanosecond (`schedstat` of the kernel). */
function threadsMs(pid: number): number {
  const file = (task: string) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8");
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + Number(file(task).split(" ")[0]) / 1e6, 0);
}

/** Milliseconds that all saves took so far. */
function savesOf(folder: string): number {
  const file = join(folder, "saves");
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

/** Each day, a tenth of the listings get search impressions over two channels, page views and profile reads. */
async function measureGrowth(size: number, days: number): Promise<void> {
  const folder = copyOf(await benchData(size), "growth");
  const store = openStore(join(folder, "slipway.db"));
  const perFlush = 2500;
  const ids = store.read.$client.query<{ id: number }, []>("SELECT id FROM listings").all();
  const counted = {
    search: insightCounters.indexOf("search_impressions"),
    views: insightCounters.indexOf("page_views"),
  };
  const kinds = [
    [counted.search, 0],
    [counted.search, 1],
    [counted.views, 0],
    [insightCounters.indexOf("profile_reads"), 2],
  ] as const;
  const pages = () =>
    store.read.$client
      .query<{ bytes: number }, []>("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
      .get()!.bytes;
  const before = pages();
  const times: number[] = [];
  const first = Math.floor(Date.now() / dayMs);
  for (let day = first; day < first + days; day++) {
    const seen = ids.filter(() => Math.random() < 0.1);
    for (let at = 0; at < seen.length; at += perFlush) {
      const listings = Object.fromEntries(seen.slice(at, at + perFlush).map(({ id }) => [id, 1]));
      const group = { siteId, account: 0, client: null, day, listings };
      const counts = kinds.map(([counter, channel]) => ({ ...group, counter, channel }));
      const batch: EventBatch = { id: "", counts, opens: [], queries: [] };
      const began = performance.now();
      await store.write((tx) => saveEvents(tx, batch, new Date(day * dayMs)), { isQuiet: true });
      times.push(performance.now() - began);
    }
  }
  const rows = store.read.$client
    .query<{ rows: number }, []>("SELECT count(*) AS rows FROM insight_counts")
    .get()!.rows;
  const growth = pages() - before;
  times.sort((a, b) => a - b);
  console.log(
    `${size} listings, ${days} days: ${rows} rows, ${(growth / 1e6).toFixed(0)} MB (${(growth / rows).toFixed(1)} bytes a row); ` +
      `${((growth / size / days) * 365).toFixed(0)} bytes per listing and year, ${(((growth / size) * 10 * 365) / days).toFixed(0)} for one that is counted every day; ` +
      `flush of ${perFlush * kinds.length} counts: median ${median(times).toFixed(0)} ms, p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(0)} ms`,
  );
  await store.close();
  rmSync(folder, { recursive: true });
}
