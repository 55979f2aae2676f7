import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf } from "#bridge/outbound/limit-memory.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { openStore } from "#db/store/file-store.ts";
import { hasChromium } from "../browser/chromium.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type Site, serveSite } from "../drafts/sites/serve.ts";
import { singlePageApp } from "../drafts/sites/single-page-app.ts";
import { keyFor } from "../support/records/account.ts";
import { anonymousMemory, cpuSeconds, median, type Server } from "./load.ts";
import { startSlipway } from "./servers.ts";
import { megabytes, milliseconds, type Row } from "./table.ts";

const maxOwnMs = 300;
const maxBrowserMs = 3000;
const runs = 5;
const atOnce = 4;

/** Measures a draft from the request to the finished texts, for websites on this machine. */
export async function measureDrafts(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "slipway-bench-drafts-"));
  const environment = { SEED: "demo", ALLOW_NETWORKS: "127.0.0.0/8" };
  const slipway = await startSlipway(folder, environment);
  try {
    const key = await writerKey(folder);
    const plain = await timesOf(slipway, key, plainSaas);
    const rows = [
      row("a draft of a plain site, own processor time", plain.own, maxOwnMs),
      row("  until it is ready", plain.total, null, "with polite pauses between requests"),
      row("  reading the site", plain.crawling),
      row("  writing the draft", plain.drafting),
    ];
    if (hasChromium) {
      const cold = await draft(slipway, key, singlePageApp);
      const warm = await timesOf(slipway, key, singlePageApp);
      rows.push(row("a draft of a scripted site, browser started", cold.total, maxBrowserMs, "once"));
      rows.push(row("  browser running", warm.total, maxBrowserMs));
    }
    rows.push(await memoryOf(slipway, key));
    return rows;
  } finally {
    await slipway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (what: string, ms: number, max: number | null = null, notes = `median of ${runs}`): Row => ({
  what,
  listings: 0,
  slipway: milliseconds(ms),
  comparedWith: max === null ? "" : milliseconds(max),
  ratio: max === null ? null : ms / max,
  target: max === null ? null : { max: 1 },
  notes,
});

async function writerKey(folder: string): Promise<string> {
  const store = openStore(join(folder, "slipway.db"));
  const { key } = await keyFor(store, { scopes: ["account:read", "listings:write"] });
  await store.write(async (tx) => {
    const [site] = await allSites(tx);
    await updateSite(tx, site!.id, { ...site!, settings: { drafts: { perDay: 1000 } } });
  });
  await store.close();
  return key;
}

interface Times {
  total: number;
  crawling: number;
  drafting: number;
  /** Processor time of the server. */
  own: number;
}

async function timesOf(slipway: Server, key: string, site: Site): Promise<Times> {
  const all: Times[] = [];
  for (let i = 0; i < runs; i++) all.push(await draft(slipway, key, site));
  const of = (part: keyof Times) => median(all.map((times) => times[part]));
  return { total: of("total"), crawling: of("crawling"), drafting: of("drafting"), own: of("own") };
}

async function draft(slipway: Server, key: string, site: Site): Promise<Times> {
  const served = await serveSite(site);
  const started = performance.now();
  const ownBefore = cpuSeconds(slipway.pid);
  const { id } = await ask(slipway, key, "/drafts", { url: served.url });
  let written = started;
  for (;;) {
    const { status } = await ask(slipway, key, `/drafts/${id}`);
    if (status === "crawling") written = performance.now();
    if (status === "ready") break;
    if (status === "failed") throw new Error(`the draft of ${served.url} failed`);
    await Bun.sleep(20);
  }
  const ended = performance.now();
  await served.stop();
  const own = (cpuSeconds(slipway.pid) - ownBefore) * 1000;
  return { total: ended - started, crawling: written - started, drafting: ended - written, own };
}

async function ask(slipway: Server, key: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${slipway.port}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: number; status: string };
}

/** Measures the peak memory of server and browser while several drafts are built. */
async function memoryOf(slipway: Server, key: string): Promise<Row> {
  const sites = await Promise.all(
    Array.from({ length: atOnce }, (_, i) => serveSite(hasChromium && i % 2 === 1 ? singlePageApp : plainSaas)),
  );
  const ids = await Promise.all(sites.map(async ({ url }) => (await ask(slipway, key, "/drafts", { url })).id));
  let [own, browser] = [0, 0];
  for (let open = atOnce; open > 0; await Bun.sleep(50)) {
    own = Math.max(own, anonymousMemory(slipway.pid));
    browser = Math.max(browser, browserMemory(slipway.pid));
    const drafts = await Promise.all(ids.map((id) => ask(slipway, key, `/drafts/${id}`)));
    open = drafts.filter(({ status }) => status === "crawling" || status === "drafting").length;
  }
  for (const site of sites) await site.stop();
  return {
    what: `anonymous memory with ${atOnce} drafts at once`,
    listings: 0,
    slipway: megabytes(own),
    comparedWith: "",
    ratio: null,
    target: null,
    notes: `and ${megabytes(browser)} of the browser`,
  };
}

/** Memory of all processes below `pid`, with shared pages divided among them. */
function browserMemory(pid: number): number {
  const [, ...below] = familyOf(pid);
  const kilobytes = below.map((id) => Number(/^Pss:\s+(\d+)/m.exec(rollupOf(id))?.[1] ?? 0));
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}

function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
