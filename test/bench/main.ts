import { parseArgs } from "node:util";
import { measureBearers } from "./bearer.ts";
import { benchData } from "./data.ts";
import { measureDrafts } from "./drafts.ts";
import { measureFiltered } from "./filtered.ts";
import { measureFinding } from "./finding/finding.ts";
import { anonymousMemory } from "./load.ts";
import { measureMcp } from "./mcp.ts";
import { measureNightly } from "./nightly.ts";
import { measureNodes } from "./nodes.ts";
import { measurePages, measureSitemap } from "./pages.ts";
import { measurePatch } from "./patch.ts";
import { measureAlone, measureRest, restPaths, searchTimes } from "./rest.ts";
import { measureRollover } from "./rollover.ts";
import { startAlone, startBare, startSlipway } from "./servers.ts";
import { megabytes, milliseconds, printTable, type Row } from "./table.ts";
import { measureTokens } from "./tokens.ts";
import { measureWorkers } from "./workers.ts";

const sections = [
  "get",
  "search",
  "leaderboard",
  "bearer",
  "mcp",
  "pages",
  "sitemap",
  "patch",
  "rollover",
  "nightly",
  "workers",
  "nodes",
  "scale",
  "filtered",
  "memory",
  "drafts",
  "tokens",
  "finding",
] as const;
type Section = (typeof sections)[number];
const maxMemory = 100e6;
const maxGrowth = 1.5;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    sizes: { type: "string" },
    only: { type: "string" },
    fresh: { type: "boolean", default: false },
    data: { type: "string" },
    "held-out": { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    connections: { type: "string", default: "16" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`bun run bench [--quick] [--sizes 10k,100k,1m] [--only ${sections.join(",")}]
  [--rounds 5] [--seconds 2] [--connections 16] [--fresh]
Compares Slipway with a bare Bun server and other MCP servers. Directories are generated once and kept in the system's
temporary folder; --fresh generates them again. --quick uses 10,000 listings and short rounds.
--only finding --data FOLDER [--held-out] [--missed] imports selfhosted.ndjson and categories.ndjson from FOLDER and
measures how often the expected product is found, for the open or the held-out half of the judged queries.`);
  process.exit(0);
}

const effort = {
  rounds: values.quick ? 3 : Number(values.rounds),
  seconds: values.quick ? 1 : Number(values.seconds),
  connections: Number(values.connections),
};
const sizes = (values.sizes ?? (values.quick ? "10k" : "100k,1m")).split(",").map(sizeOf);
// The search quality benchmark needs data outside the project.
const chosen = values.only?.split(",") ?? sections.filter((section) => section !== "finding");
const only = (section: Section) => chosen.includes(section);

function sizeOf(text: string): number {
  const match = /^(\d+)(k|m)?$/i.exec(text);
  if (!match) throw new Error(`--sizes: "${text}" is not a number such as 10k or 1m`);
  return Number(match[1]) * ({ k: 1e3, m: 1e6 }[match[2]?.toLowerCase() ?? ""] ?? 1);
}

const rows: Row[] = [];
const times = new Map<number, Map<string, number>>();
const folders = new Map<number, string>();
const needsNoListings: Section[] = ["drafts", "tokens", "finding"];
const needsListings = sections.some((section) => !needsNoListings.includes(section) && only(section));
for (const size of needsListings ? sizes : []) {
  console.error(`${size.toLocaleString("en")} listings`);
  const folder = await benchData(size, { fresh: values.fresh });
  folders.set(size, folder);
  const slipway = await startSlipway(folder);
  const bare = await startBare(folder);
  try {
    rows.push(...(await measureRest({ slipway, bare }, restPaths(only, size), size, effort)));
    if (only("search")) {
      const alone = await startAlone(folder);
      try {
        rows.push(...(await measureAlone({ slipway, alone }, size, effort)));
      } finally {
        await alone.stop();
      }
    }
    if (only("bearer")) rows.push(...(await measureBearers(slipway, folder, size, effort)));
    if (only("mcp") && size === sizes[0]) rows.push(...(await measureMcp(slipway, size, effort)));
    if (only("pages")) rows.push(...(await measurePages(slipway, size, effort)));
    if (only("sitemap")) rows.push(...(await measureSitemap(slipway, size)));
    if (only("scale")) times.set(size, await searchTimes(slipway, size, effort));
    if (only("memory")) rows.push(memoryRow(anonymousMemory(slipway.pid), size));
  } finally {
    await slipway.stop();
    await bare.stop();
  }
  if (only("patch") && size === sizes[0]) rows.push(...(await measurePatch(folder, size, effort)));
  if (only("rollover") && size === sizes[0]) rows.push(...(await measureRollover(folder, size, effort)));
  if (only("nightly")) rows.push(...(await measureNightly(folder, size)));
  if (only("workers") && size === sizes[0]) rows.push(...(await measureWorkers(folder, size, effort)));
  if (only("nodes")) rows.push(...(await measureNodes(folder, size, effort)));
}
rows.push(...growthRows());
if (only("filtered") && folders.size > 1) rows.push(...(await measureFiltered(folders, maxGrowth)));
if (only("drafts")) rows.push(...(await measureDrafts()));
if (only("tokens")) rows.push(...(await measureTokens()));
if (rows.length > 0) printTable(rows);
if (only("finding")) {
  if (values.data === undefined)
    throw new Error("--only finding requires --data with the folder of the files to import");
  await measureFinding({ data: values.data, isHeldOut: values["held-out"], isListing: values.missed });
}

function memoryRow(bytes: number, listings: number): Row {
  return {
    what: "anonymous memory",
    listings,
    slipway: megabytes(bytes),
    comparedWith: megabytes(maxMemory),
    ratio: bytes / maxMemory,
    target: { max: 1 },
    notes: "after the load above",
  };
}

/** How much longer a search takes in the largest directory than in the smallest. */
function growthRows(): Row[] {
  if (times.size < 2) return [];
  const [small, large] = [Math.min(...times.keys()), Math.max(...times.keys())];
  return [...times.get(large)!].map(([kind, time]) => ({
    what: `time of a search, ${kind}`,
    listings: large,
    slipway: milliseconds(time),
    comparedWith: `${milliseconds(times.get(small)!.get(kind)!)} at ${small.toLocaleString("en")}`,
    ratio: time / times.get(small)!.get(kind)!,
    target: { max: maxGrowth },
    notes: "one at a time, median",
  }));
}
