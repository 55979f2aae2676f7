import { expect, test } from "bun:test";
import { demoStore } from "#test/support/server/harness.ts";
import { checkDatabase, indexMissing } from "./check.ts";

test("search index emptied by a migration: rebuilt once", async () => {
  const store = await demoStore();
  const indexed = () =>
    store.read.$client.query<{ count: number }, []>("SELECT count(*) AS count FROM listing_search").get()!.count;
  const before = indexed();
  await store.write(async (tx) => {
    tx.$client.run("DELETE FROM listing_search");
    tx.$client.run("UPDATE listings SET search_key = NULL");
  });
  expect(await checkDatabase(store.read)).not.toEqual([]);
  expect(await indexMissing(store)).toBe(before);
  expect(indexed()).toBe(before);
  expect(await checkDatabase(store.read)).toEqual([]);
  expect(await indexMissing(store)).toBe(0);
  await store.close();
});
