import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchData } from "./data.ts";
import { load, median, type Server } from "./load.ts";
import { getPaths, getRequest, leaderboardPaths, searchPaths } from "./requests.ts";
import { freePort, startProcess } from "./servers.ts";

/**
 * Compares the processor time per request of this checkout, without and with traces of 1 %, with that of another
 * checkout, in alternating rounds: `bun test/bench/overhead.ts FOLDER [ROUNDS] [SECONDS]`. Each round includes a scrape
 * of `/metrics`.
 */
const [other, rounds = "20", seconds = "1.5"] = process.argv.slice(2);
if (other === undefined) throw new Error("name the folder of the other checkout");

const size = 100_000;
const paths = [...getPaths(size, 200), ...searchPaths("two words", size, 100), ...leaderboardPaths(50), "/site"];
const requests = paths.map(getRequest);
const collector = Bun.serve({ port: 0, fetch: () => Response.json({}) });
const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`, OTEL_TRACES_SAMPLER_ARG: "0.01" };
const here = join(import.meta.dir, "../..");
const data = await benchData(size);
const folders: string[] = [];

async function start(name: string, checkout: string, environment: Record<string, string> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "slipway-overhead-"));
  folders.push(folder);
  cpSync(data, folder, { recursive: true });
  const port = await freePort();
  const settings = { PORT: `${port}`, DATA_DIR: folder, SEED: "none", RATE_LIMITS: "off", NODE_ENV: "development" };
  const command = [process.execPath, join(checkout, "bridge/start/main.ts")];
  return startProcess(name, port, command, { ...settings, ...environment }, checkout);
}

const servers = [
  await start("without", other),
  await start("metrics", here),
  await start("metrics, traces 1 %", here, traces),
];
const times: number[][] = servers.map(() => []);
const scrapes: number[] = [];
try {
  for (let round = 0; round <= Number(rounds); round++)
    for (const [i, server] of servers.entries()) {
      const { cpuPerAnswer } = await load(server, requests, Number(seconds), 8);
      const began = performance.now();
      await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
      if (round === 0) continue;
      times[i]!.push(cpuPerAnswer);
      if (i === 1) scrapes.push(performance.now() - began);
    }
  for (const [i, { name }] of servers.entries()) {
    const ratios = times[i]!.map((time, round) => time / times[0]![round]! - 1).toSorted((a, b) => a - b);
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    console.log(
      `${name}: median ${median(times[i]!).toFixed(1)} µs (${Math.min(...times[i]!).toFixed(1)} to ${Math.max(...times[i]!).toFixed(1)}); of medians ${percent(median(times[i]!) / median(times[0]!) - 1)}; by round ${percent(median(ratios))} (${percent(ratios[0]!)} to ${percent(ratios.at(-1)!)})`,
    );
  }
  console.log(`scrape: median ${median(scrapes).toFixed(1)} ms (up to ${Math.max(...scrapes).toFixed(1)})`);
} finally {
  for (const server of servers) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
  await collector.stop(true);
}
