import { compare, load, type Server } from "./load.ts";
import { getPaths, getRequest, leaderboardPaths, type SearchKind, searchKinds, searchPaths } from "./requests.ts";
import { percentiles, type Row, throughputRow } from "./table.ts";

export interface Effort {
  rounds: number;
  seconds: number;
  connections: number;
}

export type RestKind = "get" | "search" | "leaderboard";
const minRatio = 0.6;
const comparedBodies = 60;
const timedSearches = 400;

export function restPaths(only: (kind: RestKind) => boolean, size: number, count?: number): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  if (only("get")) paths.set("get", getPaths(size, count));
  if (only("search")) for (const kind of searchKinds) paths.set(searchName(kind), searchPaths(kind, size, count));
  if (only("leaderboard")) paths.set("leaderboard", leaderboardPaths(count));
  return paths;
}
const searchName = (kind: SearchKind) => `search, ${kind}`;

/** Slipway's requests per second compared with the bare server's, after a check that both return the same bytes. */
export async function measureRest(
  { slipway, bare }: { slipway: Server; bare: Server },
  paths: Map<string, string[]>,
  size: number,
  effort: Effort,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, some] of paths) {
    for (const path of some.slice(0, comparedBodies)) await requireSameBody(slipway, bare, path);
    const requests = some.map(getRequest);
    const [ours, theirs] = await compare(
      [slipway, bare].map((server) => ({ server, requests })),
      effort,
    );
    const baseline = { name: "bare", min: minRatio, notes: percentiles(ours!) };
    rows.push(throughputRow(`REST ${what}`, size, [ours!, theirs!], baseline));
  }
  return rows;
}

const minAlone: Record<SearchKind, number> = { rare: 0.25, common: 0.6, "two words": 0.25, prefix: 0.35 };

/** Slipway's searches per second compared with a server that reads the index once and returns its rows. */
export async function measureAlone(
  { slipway, alone }: { slipway: Server; alone: Server },
  size: number,
  effort: Effort,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of searchKinds) {
    const requests = searchPaths(kind, size).map(getRequest);
    const [ours, theirs] = await compare(
      [slipway, alone].map((server) => ({ server, requests })),
      effort,
    );
    const baseline = { name: "one query", min: minAlone[kind], notes: "shares no code with our search; " };
    rows.push(throughputRow(`REST ${searchName(kind)}`, size, [ours!, theirs!], baseline));
  }
  return rows;
}

export async function requireSameBody(one: Server, other: Server, path: string): Promise<void> {
  const [a, b] = await Promise.all([one, other].map((server) => bodyOf(server, path)));
  if (a !== b) throw new Error(`${one.name} and ${other.name} differ on ${path}\n${a}\n${b}`);
}

async function bodyOf({ name, port }: Server, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`);
  const body = await response.text();
  if (!response.ok) throw new Error(`${name} responds with ${response.status} to ${path}\n${body}`);
  return body;
}

/** Median time of each kind of search and of a mix, in milliseconds, one request at a time. */
export async function searchTimes(slipway: Server, size: number, effort: Effort): Promise<Map<string, number>> {
  const perKind = searchKinds.map((kind) => searchPaths(kind, size, timedSearches).map(getRequest));
  const mixed = Array.from({ length: timedSearches }, (_, i) => perKind.map((requests) => requests[i]!)).flat();
  const times = new Map<string, number>();
  for (const [i, requests] of [...perKind, mixed].entries()) {
    // Each search runs several times before it is timed, so that the disk is not measured.
    await load(slipway, requests, effort.seconds * 2, effort.connections);
    times.set(searchKinds[i] ?? "all kinds", (await load(slipway, requests, effort.seconds, 1)).p50);
  }
  return times;
}
