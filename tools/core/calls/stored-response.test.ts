import { afterEach, beforeEach, expect, test } from "bun:test";
import * as z from "zod";
import type { Db, Store } from "#db/store/store.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { defineOperation } from "../operations/define.ts";
import { jsonOf } from "../operations/serialized-output.ts";
import { callTool } from "./call.ts";

let store: Store;
let runs: number;
beforeEach(() => {
  store = emptyStore();
  runs = 0;
});
afterEach(() => store.close());

const readPage = defineOperation({
  name: "read_page",
  actors: ["anonymous"],
  scopes: [],
  effect: "read",
  input: z.strictObject({ name: z.string(), length: z.int().default(1) }),
  output: z.strictObject({ name: z.string(), day: z.string(), text: z.string() }),
  isStored: true,
  async run({ now }, { name, length }) {
    runs++;
    return { name, day: now.toISOString().slice(0, 10), text: "é".repeat(length) };
  },
});

async function call(name: string, { now = testNow, read = store.read as Db, length = 1 } = {}) {
  const context = { ...contextFor(store, { kind: "anonymous" }), now, read };
  const policy = { limiter: null, checkOutput: "sampled", write: store.write } as const;
  return (await callTool(readPage, context, () => ({ name, length }), policy)).output;
}

test("repeated request: runs twice, then gets the stored response until the next commit", async () => {
  for (let i = 0; i < 4; i++)
    expect(await call("repeated")).toEqual({ name: "repeated", day: "2026-11-18", text: "é" });
  expect(runs).toBe(2);
  await store.write(async (tx) => tx.$client.run("DELETE FROM jobs"));
  for (let i = 0; i < 2; i++) await call("repeated");
  expect(runs).toBe(3);
});

test("stored response: its fields can be read, listed and copied", async () => {
  for (let i = 0; i < 2; i++) await call("fields");
  const output = await call("fields");
  expect([output.day, "text" in output, Object.keys(output), { ...output }, jsonOf(output)]).toEqual([
    "2026-11-18",
    true,
    ["name", "day", "text"],
    { name: "fields", day: "2026-11-18", text: "é" },
    '{"name":"fields","day":"2026-11-18","text":"é"}',
  ]);
});

test("next day: runs again", async () => {
  for (let i = 0; i < 3; i++) await call("dated");
  const midnight = new Date("2026-11-19T00:00:00.000Z");
  expect(await call("dated", { now: midnight })).toMatchObject({ day: "2026-11-19" });
});

test("transaction that writes: always runs", async () => {
  for (let i = 0; i < 3; i++) await call("writing");
  await store.write(async (tx) => {
    for (let i = 0; i < 2; i++) await call("writing", { read: tx });
  });
  expect(runs).toBe(4);
});

test("more responses than fit: most of them stay in the cache, and a newly popular one gets in", async () => {
  // Each response takes a sixteenth of the cache and a little more, so 15 of them fit.
  const callAll = async (names: number[]) => {
    const before = runs;
    for (const name of names) await call(`long ${name}`, { length: 2 ** 18 });
    return runs - before;
  };
  const round = Array.from({ length: 20 }, (_, name) => name);
  expect(await callAll([...round, ...round])).toBe(40);
  // Replaces what earlier tests of this process have stored.
  for (let i = 0; i < 20; i++) await callAll(round);
  // Without a limit on what a full cache takes, each of these calls would run.
  const missed = await callAll([...round, ...round, ...round, ...round]);
  expect(missed).toBeGreaterThanOrEqual(4 * 5);
  expect(missed).toBeLessThan(4 * 10);
  const popular = Array.from({ length: 30 }, () => 100);
  expect(await callAll(popular)).toBeLessThanOrEqual(9);
});
