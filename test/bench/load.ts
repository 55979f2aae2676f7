import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadJob, LoadResult } from "./load-worker.ts";

/** Placeholder for a text that must differ in each request. */
export const fresh = "%fresh-text%";

export interface Server {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Processor time of the server per response, in microseconds. */
  cpuPerAnswer: number;
}

/** Runs load from a separate process, so that client and server use a core each. */
export async function load(server: Server, requests: string[], seconds: number, connections: number) {
  const before = cpuSeconds(server.pid);
  const { answered, p50, p99 } = await runLoad(server, { connections, seconds, requests });
  const cpu = cpuSeconds(server.pid) - before;
  return { perSecond: answered / seconds, p50, p99, cpuPerAnswer: (cpu / answered) * 1e6 };
}

/** Runs load and reports every response: its time (milliseconds of the clock) and duration. */
export async function timedLoad(
  server: Server,
  requests: string[],
  { seconds, connections, rate }: { seconds: number; connections: number; rate: number | null },
): Promise<{ at: number; ms: number }[]> {
  const { answers } = await runLoad(server, { connections, seconds, requests, rate, isTimed: true });
  return answers!.map(([at, ms]) => ({ at, ms }));
}

async function runLoad({ name, port }: Server, job: Omit<LoadJob, "port">): Promise<LoadResult> {
  const worker = Bun.spawn([process.execPath, join(import.meta.dir, "load-worker.ts")], {
    stdin: new Blob([JSON.stringify({ port, ...job } satisfies LoadJob)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(worker.stdout).text(), new Response(worker.stderr).text()]);
  if ((await worker.exited) !== 0) throw new Error(`${name}: ${errors}`);
  return JSON.parse(output) as LoadResult;
}

/**
 * Runs all servers in alternating rounds, so that other load affects all of them. Returns the medians of the rounds.
 */
export async function compare(
  servers: readonly { server: Server; requests: string[] }[],
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<Measured[]> {
  const results: Measured[][] = servers.map(() => []);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++)
    for (const [i, { server, requests }] of servers.entries()) {
      const measured = await load(server, requests, round === 0 ? seconds / 2 : seconds, connections);
      if (round > 0) results[i]!.push(measured);
    }
  return results.map((runs) => ({
    perSecond: median(runs.map((run) => run.perSecond)),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
    cpuPerAnswer: median(runs.map((run) => run.cpuPerAnswer)),
  }));
}

export function median(values: number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const ticksPerSecond = 100;

/** User and system time of a process and its children (proc(5), fields 14 and 15 of stat). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** The running children of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** Anonymous memory in bytes (`RssAnon` of proc(5)): the memory of a process without the mapped database. */
export function anonymousMemory(pid: number): number {
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (!line) throw new Error(`no RssAnon of process ${pid}`);
  return Number(line[1]) * 1024;
}
