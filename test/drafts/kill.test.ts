import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "#db/store/file-store.ts";
import type { Store } from "#db/store/store.ts";
import { takeScreenshot } from "#tools/drafts/jobs.ts";
import { between, randomFrom } from "../bench/random.ts";
import { hasChromium } from "../browser/chromium.ts";
import { keyFor } from "../support/records/account.ts";
import { demoDataDir } from "../support/server/demo-data-dir.ts";
import { lastAttempts } from "../support/server/jobs.ts";
import { isNightly } from "../support/server/nightly.ts";
import { runServer } from "../support/server/process.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { type ServedSite, type Site, serveSite } from "./sites/serve.ts";
import { singlePageApp } from "./sites/single-page-app.ts";

const seed = 20_261_121;
const rounds = isNightly ? 20 : 8;
let folder: string;
const sites: ServedSite[] = [];
let store: Store;
let key: string;

beforeAll(async () => {
  // The demo directory has a category for the texts.
  folder = await demoDataDir();
  store = openStore(join(folder, "slipway.db"));
  ({ key } = await keyFor(store, { scopes: ["account:read", "listings:write"] }));
  await store.write(async (tx) => {
    tx.$client.run(`UPDATE sites SET settings = '{"drafts":{"perDay":100}}'`);
  });
});
afterAll(async () => {
  await store.close();
  for (const site of sites) await site.stop();
});

const servers = new Set<number>();
async function start() {
  const server = await runServer({ DATA_DIR: folder, ALLOW_NETWORKS: "127.0.0.0/8", RATE_LIMITS: "off" });
  servers.add(server.child.pid);
  return server;
}

/** The same pages with a delay each, so that a kill finds a running crawl. */
const slowed = (site: Site, delayMs: number): Site => ({
  ...site,
  pages: Object.fromEntries(
    Object.entries(site.pages).map(([path, answer]) =>
      typeof answer === "string" ? [path, { body: answer, delayMs }] : [path, answer],
    ),
  ),
});

const states = () =>
  store.read.$client
    .query<{ id: number; status: string; step: number; note: string; fields: string }, []>(
      "SELECT id, status, step, note, fields FROM drafts WHERE url LIKE 'http://127.0.0.1:%' ORDER BY id",
    )
    .all();
const stateText = () => JSON.stringify(states().map(({ status, note }) => [status, note]));

/** Waits until any draft has reached its next step, at most a second. */
async function nextStep(): Promise<void> {
  const before = stateText();
  const until = performance.now() + 1000;
  while (performance.now() < until && stateText() === before) await Bun.sleep(5);
}

/** Waits until a draft is being written, which takes a few hundredths of a second. */
async function someDrafting(): Promise<void> {
  const until = performance.now() + 10_000;
  while (performance.now() < until && !states().some(({ status }) => status === "drafting")) await Bun.sleep(1);
}

const statesOfJobs = () =>
  store.read.$client
    .query<{ state: string }, [string]>("SELECT DISTINCT state FROM jobs WHERE kind <> ?")
    .all(takeScreenshot.kind)
    .map(({ state }) => state);

/** Browser processes whose command line names a profile of one of our servers. */
const chromiums = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      const [, server] = /slipway-chromium-(\d+)-/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? [];
      return servers.has(Number(server));
    } catch {
      return false;
    }
  });

test("process killed at any step: each draft finishes once and no browser process remains", async () => {
  const random = randomFrom(seed);
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const server = await start();
    const isScripted = hasChromium && round % 3 === 2;
    const site = await serveSite(isScripted ? singlePageApp : slowed(plainSaas, 40));
    sites.push(site);
    const answer = await fetch(`${server.url}/api/v1/drafts`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: site.url }),
    });
    expect(answer.status).toBe(202);
    if (round % 4 !== 3) for (let steps = between(random, 0, 4); steps > 0; steps--) await nextStep();
    // Screenshot jobs on their last attempt may end first.
    while (lastAttempts(store, takeScreenshot.kind) > 0) await Bun.sleep(20);
    if (round % 4 === 3) await someDrafting();
    for (const { status, step } of states()) seen.add(`${status} ${step}`);
    server.child.kill("SIGKILL");
    await server.ended();
  }
  const last = await start();
  const isOver = () => states().every(({ status }) => status !== "crawling" && status !== "drafting");
  while (!isOver() && last.child.exitCode === null) await Bun.sleep(50);

  const ended = states();
  expect(ended).toHaveLength(rounds);
  expect(ended.filter(({ status }) => status !== "ready")).toEqual([]);
  for (const { fields } of ended) expect(JSON.parse(fields).name).not.toBe("");
  // Screenshots come later, and a job that was killed too often is not retried. Some jobs run every minute.
  for (let tries = 0; statesOfJobs().length > 1 && tries < 100; tries++) await Bun.sleep(50);
  expect(statesOfJobs()).toEqual(["done"]);
  // The kills hit drafts before they began, while crawling and while writing.
  expect(seen).toContain("crawling 0");
  expect([...seen].some((state) => state.startsWith("drafting"))).toBeTrue();
  expect([...seen].some((state) => /^crawling [1-9]/.test(state))).toBeTrue();

  last.child.kill("SIGKILL");
  await last.ended();
  for (let tries = 0; chromiums().length > 0 && tries < 100; tries++) await Bun.sleep(50);
  expect(chromiums()).toEqual([]);
}, 360_000);
