import { afterEach, beforeEach, expect, test } from "bun:test";
import { usageRows } from "#test/support/fakes/claude-server.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import { openStore } from "../../store/file-store.ts";
import type { Store } from "../../store/store.ts";
import { dailySpending } from "./model-usage.ts";

let store: Store;
let now: Date;
beforeEach(() => {
  store = emptyStore();
  now = new Date("2026-11-18T23:59:00.000Z");
});
afterEach(() => store.close());

const spendingOf = (cap: number) => dailySpending(store, cap, () => now);
const row = (day: string, requests: number, input: number, output: number, reserved: number) => {
  return { day, requests, input_tokens: input, output_tokens: output, reserved_tokens: reserved };
};

test("settled reservation: only the tokens really used count", async () => {
  const reservation = await spendingOf(1000).reserve(600);
  expect(usageRows(store)).toEqual([row("2026-11-18", 1, 0, 0, 600)]);
  await reservation!.settle({ inputTokens: 90, outputTokens: 10 });
  expect(usageRows(store)).toEqual([row("2026-11-18", 1, 90, 10, 0)]);
});

test("daily budget: the last token can be used, no further one", async () => {
  const spending = spendingOf(1000);
  await (await spending.reserve(600))!.settle({ inputTokens: 300, outputTokens: 100 });
  expect(await spending.reserve(601)).toBeNull();
  expect(await spending.reserve(600)).not.toBeNull();
  expect(await spending.reserve(1)).toBeNull();
  expect(usageRows(store)).toEqual([row("2026-11-18", 2, 300, 100, 600)]);
});

test("request larger than the budget: refused even on an unused day", async () => {
  expect(await spendingOf(1000).reserve(1001)).toBeNull();
  expect(usageRows(store)).toEqual([]);
});

test("new day: the budget starts at zero, and yesterday's request counts for yesterday", async () => {
  const spending = spendingOf(1000);
  const late = await spending.reserve(1000);
  now = new Date("2026-11-19T00:00:00.000Z");
  expect(await spending.reserve(1000)).not.toBeNull();
  await late!.settle({ inputTokens: 5, outputTokens: 6 });
  expect(usageRows(store)).toEqual([row("2026-11-18", 1, 5, 6, 0), row("2026-11-19", 1, 0, 0, 1000)]);
});

test("process dies with a reservation: the tokens stay reserved for all processes", async () => {
  await spendingOf(1000).reserve(700);
  const path = store.read.$client.filename;
  await store.close();
  store = openStore(path);
  expect(await spendingOf(1000).reserve(700)).toBeNull();
  expect(await spendingOf(1000).reserve(300)).not.toBeNull();
});

test("many requests at once over two connections: the budget is never exceeded", async () => {
  const other = openStore(store.read.$client.filename);
  const spendings = [spendingOf(1000), dailySpending(other, 1000, () => now)];
  const all = await Promise.all(Array.from({ length: 40 }, (_, index) => spendings[index % 2]!.reserve(90)));
  expect(all.filter(Boolean)).toHaveLength(11);
  expect(usageRows(store)).toEqual([row("2026-11-18", 11, 0, 0, 990)]);
  await other.close();
});
