import { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { writeListing } from "#db/queries/listings/write-listing.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { openStore } from "#db/store/file-store.ts";
import { weekOf } from "#db/values/week.ts";
import { keyFor } from "../support/records/account.ts";
import { completeProfile } from "../support/records/owned-listing.ts";
import { copyOf } from "./copy.ts";
import { listingAt } from "./listing.ts";
import { cpuSeconds, timedLoad } from "./load.ts";
import { postponeScheduled } from "./postpone-jobs.ts";
import { getPaths, getRequest } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { siteId } from "./rows.ts";
import { startSlipway } from "./servers.ts";
import { milliseconds, perSecond, type Row } from "./table.ts";

const dueListings = 5000;
const maxMs = 2000;
const maxLost = 0.1;
/** Reads per second that arrive whether or not earlier ones are answered, as in a busy directory. */
const readsPerSecond = 1000;
const secondsBefore = 3;

/** Measures the start of a week in which thousands of listings are due, and its readers. */
export async function measureRollover(data: string, size: number, effort: Effort): Promise<Row[]> {
  return [
    ...(await rowsOf("all go live", { isLate: false, rate: readsPerSecond })),
    ...(await rowsOf("all are late and notified", { isLate: true, rate: readsPerSecond })),
    ...(await rowsOf("all go live, readers at full speed", { isLate: false, rate: null })),
  ];

  async function rowsOf(what: string, week: Week): Promise<Row[]> {
    const { took, cpu, before, during, p50, worst } = await rollover(data, size, week, effort.connections);
    const lost = 1 - during / before;
    return [
      {
        what: `a week of ${dueListings.toLocaleString("en")} listings, ${what}`,
        listings: size,
        slipway: milliseconds(took),
        comparedWith: milliseconds(maxMs),
        ratio: took / maxMs,
        target: week.rate === null ? null : { max: 1 },
        notes: `processor ${milliseconds(cpu * 1000)}, readers included`,
      },
      {
        what: "  reads meanwhile",
        listings: size,
        slipway: perSecond(during),
        comparedWith: `${perSecond(before)} before`,
        ratio: lost,
        target: week.rate === null ? null : { max: maxLost },
        notes: `the share lost; p50 ${milliseconds(p50)}, longest ${milliseconds(worst)}`,
      },
    ];
  }
}

interface Week {
  /** Whether the listings lack a requirement for their launch. */
  isLate: boolean;
  /** Reads per second; null for as many as possible. */
  rate: number | null;
}

async function rollover(data: string, size: number, { isLate, rate }: Week, connections: number) {
  const folder = copyOf(data, "rollover");
  try {
    await makeDue(folder, size, isLate);
    const slipway = await startSlipway(folder);
    const db = new Database(join(folder, "slipway.db"), { strict: true });
    try {
      const requests = getPaths(size).map(getRequest);
      const reading = timedLoad(slipway, requests, { seconds: secondsBefore + 6, connections, rate });
      await Bun.sleep(secondsBefore * 1000);
      const cpuBefore = cpuSeconds(slipway.pid);
      const { startedAt, endedAt } = await runJob(db);
      const cpu = cpuSeconds(slipway.pid) - cpuBefore;
      const answers = await reading;
      const inside = (from: number, to: number) => answers.filter(({ at }) => at >= from && at < to);
      const times = inside(startedAt, endedAt).map(({ ms }) => ms);
      const took = endedAt - startedAt;
      times.sort((a, b) => a - b);
      return {
        took,
        cpu,
        before: inside(startedAt - 1000, startedAt).length,
        during: (times.length / took) * 1000,
        p50: times[times.length >> 1] ?? took,
        worst: times.at(-1) ?? took,
      };
    } finally {
      db.close();
      await slipway.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fills this week with waiting listings and postpones all scheduled work. */
async function makeDue(folder: string, size: number, isLate: boolean): Promise<void> {
  const store = openStore(join(folder, "slipway.db"));
  const now = new Date();
  const stamp = now.toISOString();
  const { account } = await keyFor(store);
  if (!isLate) await completeProfile(store, account.id);
  await store.write(async (tx) => {
    await postponeScheduled(tx, now);
    const [site] = await allSites(tx);
    await updateSite(tx, siteId, { ...site!, settings: { freeQueue: { placesPerWeek: dueListings } } });
    const launchWeek = weekOf(now);
    for (let i = 1; i <= dueListings; i++) {
      const { slug, categoryIds, tags, ...texts } = listingAt(size + i, size);
      const { name, description, pricing, platforms } = texts;
      const url = `https://due-${i}.example/`;
      const company = { name, url, description, pricing, platforms, socials: {} };
      const companyId = await saveCompany(tx, company, stamp);
      const { headline, summary, faqs } = texts;
      const facts = { siteId, companyId, slug, headline, summary, faqs, categoryIds, tags, launchWeek };
      await writeListing(tx, { ...facts, status: "scheduled", plan: "free" }, stamp);
      await addOwner(tx, { companyId, accountId: account.id, via: "bench" }, now);
    }
  });
  await store.close();
}

/** Starts the rollover. Returns when it started and committed, in milliseconds. */
async function runJob(db: Database): Promise<{ startedAt: number; endedAt: number }> {
  const state = db.prepare<{ state: string; lastError: string | null }, []>(
    "SELECT state, last_error AS lastError FROM jobs WHERE kind = 'week-rollover'",
  );
  const reached = async (wanted: string) => {
    for (;;) {
      const { state: present, lastError } = state.get()!;
      if (present === "done" || present === wanted) return Date.now();
      if (present === "dead") throw new Error(`the rollover failed: ${lastError}`);
      await Bun.sleep(2);
    }
  };
  db.run("PRAGMA busy_timeout = 5000");
  db.run("UPDATE jobs SET run_at = '2000-01-01T00:00:00.000Z' WHERE kind = 'week-rollover'");
  return { startedAt: await reached("leased"), endedAt: await reached("done") };
}
