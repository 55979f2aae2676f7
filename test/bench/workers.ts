import { availableParallelism } from "node:os";
import { limitToShare } from "./core-share.ts";
import { anonymousMemory, childrenOf, compare, type Server } from "./load.ts";
import { getPaths, getRequest } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { startSlipway } from "./servers.ts";
import { megabytes, perSecond, type Row, throughputRow } from "./table.ts";

const workers = 2;
const minRatio = 1.6;
const shareOfCore = 0.2;
/** The kernel distributes connections at random, so with few of them one worker has most. */
const connections = 64;

/** Compares two workers with one process: by the clock, and by the processor time of a response. */
export async function measureWorkers(folder: string, size: number, effort: Effort): Promise<Row[]> {
  const requests = getPaths(size).map(getRequest);
  const [single, several] = await inTurn(folder, requests, effort);
  const held = await inTurn(folder, requests, effort, shareOfCore);
  const cores = availableParallelism();
  const [one, many] = [single!.measured, several!.measured];
  const possible = (workers * one.cpuPerAnswer) / many.cpuPerAnswer;
  const cpu = `processor ${many.cpuPerAnswer.toFixed(0)} µs per response against ${one.cpuPerAnswer.toFixed(0)} µs`;
  return [
    throughputRow(`${workers} workers, reads`, size, [many, one], {
      name: "one",
      min: minRatio,
      notes: `${cores} cores, shared with the load generator; `,
    }),
    {
      what: `${workers} workers, a core each`,
      listings: size,
      slipway: perSecond((workers * 1e6) / many.cpuPerAnswer),
      comparedWith: `one ${perSecond(1e6 / one.cpuPerAnswer)}`,
      ratio: possible,
      target: { min: minRatio },
      notes: cpu,
    },
    ...heldRow(held, size),
    {
      what: `memory of ${workers} workers`,
      listings: size,
      slipway: megabytes(several!.memory),
      comparedWith: `one ${megabytes(single!.memory)}`,
      ratio: several!.memory / single!.memory,
      target: null,
      notes: "anonymous, with their supervisor",
    },
  ];
}

function heldRow([single, several]: Awaited<ReturnType<typeof inTurn>>, size: number): Row[] {
  if (!single?.isHeld || !several?.isHeld) return [];
  return [
    throughputRow(`${workers} workers, a fifth of a core each`, size, [several.measured, single.measured], {
      name: "one",
      min: minRatio,
      notes: "by the clock, limited by control groups, so that the load generator has a core; ",
    }),
  ];
}

/** Measures one server after the other. With a `share`, each serving process is limited to that share of a core. */
async function inTurn(folder: string, requests: string[], effort: Effort, share?: number) {
  const results = [];
  // A folder can have only one server at a time.
  for (const count of [1, workers]) {
    const server = await startSlipway(folder, { WORKERS: String(count) });
    let release: (() => void) | null = null;
    try {
      await serving(server, count);
      const answering = count > 1 ? childrenOf(server.pid) : [server.pid];
      release = share === undefined ? null : limitToShare(answering, share);
      const [measured] = await compare([{ server, requests }], { ...effort, connections });
      const pids = [server.pid, ...childrenOf(server.pid)];
      const memory = pids.reduce((sum, pid) => sum + anonymousMemory(pid), 0);
      results.push({ measured: measured!, memory, isHeld: release !== null });
    } finally {
      await server.stop();
      release?.();
    }
  }
  return results;
}

async function serving({ port }: Server, count: number): Promise<void> {
  const metrics = () => fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  while (count > 1 && !(await metrics()).includes(`\nslipway_workers ${count}\n`)) await Bun.sleep(50);
}
