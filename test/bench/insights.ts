import { rmSync } from "node:fs";
import { join } from "node:path";
import { type EventBatch, saveEvents } from "#db/queries/insights/save-events.ts";
import { insightCounters } from "#db/schema/vocabulary.ts";
import { openStore } from "#db/store/file-store.ts";
import { dayMs } from "#db/values/week.ts";
import { copyOf } from "./copy.ts";
import { benchData } from "./data.ts";
import { cpuSeconds, load, median } from "./load.ts";
import { getPaths, getRequest, mcpRequest, searchPaths, slugInputs } from "./requests.ts";
import { siteId } from "./rows.ts";
import { freePort, startProcess } from "./servers.ts";

/**
 * The cost of counting: `bun test/bench/insights.ts [SIZE] [ROUNDS] [SECONDS]` compares the processor time per request of
 * one server with and without counting, in alternating rounds. Two servers would differ by more, because each compiles
 * and places its code in its own way. Both kinds of rounds read the caller's address, which takes longer than counting,
 * because the log line contains its network. Each round with counting includes a save. `bun test/bench/insights.ts growth
 * [SIZE] [DAYS]` counts a tenth of the listings each day.
 */
const [first = "100000", ...more] = process.argv.slice(2);
await (first === "growth" ? measureGrowth(Number(more[0] ?? 1e6), Number(more[1] ?? 90)) : measureCost(Number(first)));

async function measureCost(size: number): Promise<void> {
  // A round lasts as long as the time between two saves.
  const [rounds = 20, seconds = 5] = more.map(Number);
  const data = await benchData(size);
  const port = await freePort();
  const folder = copyOf(data, "insights");
  const root = join(import.meta.dir, "../..");
  const preload = join(import.meta.dir, "switched-insights.ts");
  const command = [process.execPath, "--preload", preload, join(root, "bridge/start/main.ts")];
  const settings = { PORT: `${port}`, DATA_DIR: folder, SEED: "none", RATE_LIMITS: "off" };
  const server = await startProcess("Slipway", port, command, { NODE_ENV: "development", ...settings }, root);
  // The server collects garbage when it gets no requests, so both kinds of rounds have the same pauses.
  const pause = async (name: "off" | "on") => {
    if (name === "on") process.kill(server.pid, "SIGUSR2");
    await Bun.sleep(200);
  };
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
      for (let round = 0; round <= rounds; round++)
        for (const name of round % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const)) {
          const before = cpuSeconds(server.pid);
          await pause(name);
          const { perSecond } = await load(server, requests, seconds, 8);
          await pause(name);
          if (round > 0) times[name].push(((cpuSeconds(server.pid) - before) / perSecond / seconds) * 1e6);
        }
      const ratios = times.on.map((time, i) => (time / times.off[i]! - 1) * 100).sort((a, b) => a - b);
      const percent = (value: number) => `${value.toFixed(1)} %`;
      console.log(
        `${kind}: ${median(times.off).toFixed(1)} µs off, ${median(times.on).toFixed(1)} µs on; ` +
          `of medians ${percent((median(times.on) / median(times.off) - 1) * 100)}, ` +
          `by round ${percent(median(ratios))} (${percent(ratios[0]!)} to ${percent(ratios.at(-1)!)})`,
      );
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
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
