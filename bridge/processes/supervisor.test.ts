import { expect, test } from "bun:test";
import { pauseMs } from "./supervisor.ts";

test("pauseMs: no pause after the first end, then growing pauses up to 30 seconds", () => {
  const pauses = Array.from({ length: 12 }, (_, failures) => pauseMs(failures));
  expect(pauses[0]).toBe(0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[1]).toBeGreaterThan(0);
  expect(pauses.at(-1)).toBe(30_000);
});
