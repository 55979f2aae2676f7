import { afterAll, expect, test } from "bun:test";
import { emptyStore } from "#test/support/server/harness.ts";
import { type Parameter, preparedSql } from "./store.ts";

const store = emptyStore();
afterAll(() => store.close());

test("parameters: a date is bound as its ISO text, an array as JSON, a boolean as 0 or 1", async () => {
  const echo = preparedSql<{ bound: unknown }, [Parameter]>("SELECT ?1 AS bound").value;
  const parameters: Parameter[] = [new Date(0), [1, "two"], true, new Uint8Array([7]), "text", 5, null];
  const bound = await Promise.all(parameters.map((parameter) => echo(store.read, parameter)));
  expect(bound).toEqual(["1970-01-01T00:00:00.000Z", '[1,"two"]', 1, new Uint8Array([7]), "text", 5, null]);
});

test("rows: readers convert their columns, and values come from the only column", async () => {
  const rows = preparedSql<{ id: number; isLive: boolean; tags: string[] | null }, []>(
    `SELECT 1 AS id, 0 AS isLive, '["a"]' AS tags UNION ALL SELECT 2, 1, NULL`,
    { isLive: Boolean, tags: JSON.parse },
  );
  const [first, second] = [
    { id: 1, isLive: false, tags: ["a"] },
    { id: 2, isLive: true, tags: null },
  ];
  expect([await rows.all(store.read), await rows.get(store.read)]).toEqual([[first, second], first]);
  const below = preparedSql<{ n: number }, [number]>("SELECT value AS n FROM json_each('[1,2]') WHERE value < ?");
  expect([await below.values(store.read, 3), await below.exists(store.read, 1)]).toEqual([[1, 2], false]);
  expect([await below.valueOrNull(store.read, 2), await below.valueOrNull(store.read, 1)]).toEqual([1, null]);
});
