import { afterEach, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { savingEvents, trackInsights } from "#bridge/http/server/insights.ts";
import type { EventBatch } from "#db/queries/insights/save-events.ts";
import type { Store } from "#db/store/store.ts";
import { counters } from "#db/values/counters.ts";
import { demoStore, testNow } from "../support/server/harness.ts";
import { countsOf, from } from "./traffic.ts";

let store: Store;
beforeEach(async () => {
  store = await demoStore();
});
afterEach(() => store.close());

const log = pino({ level: "silent" });
const now = () => testNow;
const request = new Request("http://localhost/", { headers: from("203.0.113.1") });
const visitor = { channel: "rest", account: 0 } as const;
const day = 20775;
const idOf = (slug: string) =>
  store.read.$client.query<{ id: number }, [string]>("SELECT id FROM listings WHERE slug = ?").get(slug)!.id;
const track = (save: (batch: EventBatch) => Promise<void>) =>
  trackInsights(save, { log, addressOf: () => "203.0.113.1" });
const read = (insights: ReturnType<typeof track>, ...slugs: string[]) => {
  for (const slug of slugs)
    insights.counterFor(request, visitor, 1)("profile_reads", { ids: [idOf(slug)], total: 1, isMoved: false }, testNow);
};

test("a full disk or a locked database: nothing is lost, and each count is saved once", async () => {
  let failures = 3;
  const save = savingEvents(store, now);
  const insights = track(async (batch) => {
    if (failures-- > 0) throw new Error("database is locked");
    await save(batch);
  });
  for (let i = 0; i < 4; i++) {
    read(insights, "lumenroll", "fernleaf", "lumenroll");
    await insights.flush();
  }
  expect(countsOf(store.read, "lumenroll")).toEqual([`profile_reads rest ${day}: 2`]);
  await insights.stop();
  expect(countsOf(store.read, "lumenroll")).toEqual([`profile_reads rest ${day}: 8`]);
  expect(countsOf(store.read, "fernleaf")).toEqual([`profile_reads rest ${day}: 4`]);
});

test("a batch whose response was lost is saved once", async () => {
  let isLost = true;
  const save = savingEvents(store, now);
  const insights = track(async (batch) => {
    await save(batch);
    if (isLost) throw new Error("no response");
  });
  read(insights, "lumenroll");
  await insights.flush();
  isLost = false;
  await insights.flush();
  expect(countsOf(store.read, "lumenroll")).toEqual([`profile_reads rest ${day}: 1`]);
});

test("a save that fails in its transaction changes neither rows nor metrics", async () => {
  const sample = 'slipway_insight_events_total{counter="profile_reads",channel="rest"}';
  const before = counters.get(sample) ?? 0;
  const failing = savingEvents(
    {
      write: (work) =>
        store.write(async (tx) => {
          await work(tx);
          throw new Error("full");
        }),
    },
    now,
  );
  const insights = track(failing);
  read(insights, "lumenroll");
  await insights.flush();
  expect([countsOf(store.read, "lumenroll"), counters.get(sample) ?? 0]).toEqual([[], before]);
});

test("more responses than wait to be grouped: all are counted", async () => {
  const insights = track(savingEvents(store, now));
  for (let i = 0; i < 45_000; i++) read(insights, "lumenroll");
  await insights.stop();
  expect(countsOf(store.read, "lumenroll")).toEqual([`profile_reads rest ${day}: 45000`]);
});

test("many invented client names: the memory stays bounded, and what is dropped is counted", async () => {
  const sample = 'slipway_insight_events_dropped_total{kind="count"}';
  const before = counters.get(sample) ?? 0;
  const one = { ids: [1], total: 1, isMoved: false };
  const batches: EventBatch[] = [];
  const insights = track(async (batch) => void batches.push(batch));
  for (let i = 0; i < 20_003; i++)
    insights.counterFor(request, { ...visitor, client: `client ${i}` }, 1)("profile_reads", one, testNow);
  await insights.stop();
  expect(batches.map(({ counts }) => counts.length)).toEqual([20_000]);
  expect(counters.get(sample)! - before).toBe(3);
});

test("searches: each listing is counted for repeated, changed and typed queries, also beyond the limit for a caller", async () => {
  const batches: EventBatch[] = [];
  const insights = track(async (batch) => void batches.push(batch));
  const found = (...ids: number[]) => ({ ids, total: ids.length, isMoved: false });
  const search = (channel: "page" | "rest", query: string, result: ReturnType<typeof found>) =>
    insights.counterFor(request, { channel, account: 0 }, 1)("search_impressions", result, testNow, query);
  const [first, second] = [found(1, 2), found(2, 3)];
  for (const result of [first, first, second, first]) search("rest", "notes", result);
  for (const query of ["no", "note", "notes", "no", "walks"]) search("page", query, first);
  await insights.flush();
  const listings = (batch: EventBatch) => batch.counts.map(({ listings }) => listings);
  expect(listings(batches[0]!)).toEqual([
    { 1: 3, 2: 4, 3: 1 },
    { 1: 5, 2: 5 },
  ]);
  expect(batches[0]!.queries.map(({ query, count, firstTen }) => [query, count, firstTen])).toEqual([
    ["notes", 4, [1, 2]],
    ["no", 1, [1, 2]],
    ["walks", 1, [1, 2]],
  ]);
  for (let i = 0; i < 1000; i++) search("rest", `query ${i}`, first);
  await insights.stop();
  expect(listings(batches[1]!)).toEqual([{ 1: 1000, 2: 1000 }]);
  expect(batches[1]!.queries).toHaveLength(200);
});
