import { expect, test } from "bun:test";
import { ResultCache } from "./result-cache.ts";

test("full cache: recently read results stay, including null; others are evicted", () => {
  const kept = new ResultCache();
  kept.set("asked for", null);
  kept.set("left", 1);
  const long = "x".repeat(70_000);
  for (let i = 0; i < 9; i++) {
    kept.set(`long ${i}`, long);
    expect(kept.get("asked for")).toBeNull();
  }
  expect([kept.get("left"), kept.get("long 0"), kept.get("long 8")]).toEqual([undefined, undefined, long]);
});
