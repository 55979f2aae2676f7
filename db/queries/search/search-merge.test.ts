import { afterEach, beforeEach, expect, test } from "bun:test";
import { demoStore, emptyStore, testNow } from "#test/support/server/harness.ts";
import type { Store } from "../../store/store.ts";
import { searchListings } from "./search.ts";
import { indexListing } from "./search-index.ts";
import { mergeSearchIndex } from "./search-merge.ts";

let store: Store;
beforeEach(async () => {
  store = await demoStore();
});
afterEach(() => store.close());

const valuesOf = (sql: string) => store.read.$client.query(sql).values().flat() as number[];
const trees = () => valuesOf("SELECT count(DISTINCT segid) FROM listing_search_idx")[0]!;
const listingIds = () => valuesOf("SELECT id FROM listings WHERE status = 'live' ORDER BY id");

const found = async (q: string) =>
  (await searchListings(store.read, { siteId: 1, q, sort: "relevance", limit: 50, offset: 0, now: testNow })).ids;

async function merge(): Promise<number> {
  let steps = 0;
  while (await store.write((tx) => mergeSearchIndex(tx, steps === 0))) steps++;
  return steps;
}

const queries = ["team", "invoice", "open source", "no", "alternative to mail"];

test("merge after many writes: one tree remains, searches find the same in the same order", async () => {
  for (const id of listingIds()) await store.write((tx) => indexListing(tx, id));
  const before = await Promise.all(queries.map(found));
  expect(before.flat().length).toBeGreaterThan(0);
  expect(trees()).toBeGreaterThan(1);
  await merge();
  expect(trees()).toBe(1);
  expect(await Promise.all(queries.map(found))).toEqual(before);
  await store.write(async (tx) =>
    tx.$client.run("INSERT INTO listing_search (listing_search) VALUES ('integrity-check')"),
  );
});

test("merged or empty index: nothing is left to do", async () => {
  await merge();
  expect(await merge()).toBe(0);
  await store.write(async (tx) => void tx.$client.run("DELETE FROM listings"));
  await merge();
  expect(await found("team")).toEqual([]);
});

test("a thousand documents in one transaction: one tree", async () => {
  await store.close();
  store = emptyStore();
  await store.write(async (tx) => {
    const add = tx.$client.prepare("INSERT INTO listing_search (rowid, doc) VALUES (?, ?)");
    for (let id = 1; id <= 1000; id++) add.run(id, Array.from({ length: 60 }, (_, i) => `w${id}x${i}`).join(" "));
  });
  expect(trees()).toBe(1);
});
