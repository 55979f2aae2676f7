import { expect, test } from "bun:test";
import { judgedQueries, noneKind } from "./judged.ts";

test("judged queries: more than 200, unique per kind, with answers; half of each kind is held out unless it is open", async () => {
  const queries = await judgedQueries();
  expect(queries.length).toBeGreaterThan(200);
  expect(new Set(queries.map(({ kind, words }) => `${kind}: ${words}`)).size).toBe(queries.length);
  for (const { kind, acceptable } of queries)
    expect(kind === noneKind ? acceptable.join() === "" : acceptable.every((name) => name !== "")).toBe(true);
  for (const kind of new Set(queries.map((query) => query.kind))) {
    const ofKind = queries.filter((query) => query.kind === kind);
    const heldOut = ofKind.filter(({ isHeldOut }) => isHeldOut).length;
    expect(kind.endsWith(", open") ? [ofKind.length] : [0, 1]).toContain(ofKind.length - 2 * heldOut);
  }
});
