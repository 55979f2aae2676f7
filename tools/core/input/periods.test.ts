import { expect, test } from "bun:test";
import fc from "fast-check";
import { testNow } from "#test/support/server/harness.ts";
import { readMonth, readWeek, readYear } from "./periods.ts";

const weeks: [string, string[]][] = [
  ["2026-W47", ["current", "this week", "Now", "today", "2026-W47", "2026w47", "2026-w47", "w47", "W 47", "week 47"]],
  ["2026-W46", ["last", "last week", "the last week", "previous", "previous_week", "prev", "2026-46", "w46", "46"]],
  ["2026-W46", ["2026-11-09", "2026-11-15", "2026-11-15T23:59:59Z", "week 46 of 2026", "KW 46, 2026", "2026 week 46"]],
  ["2026-W48", ["next", "Next Week", "next launch week"]],
  ["2026-W05", ["w5", "2026-W5", "2026-02-01"]],
  ["2026-W53", ["w53", "2027-01-01"]],
];
test.each(weeks)("week %s: may be written %j", (week, texts) => {
  for (const text of texts) expect([text, readWeek(text, testNow)]).toEqual([text, week]);
});

test("text that names no existing week: null", () => {
  const texts = ["2025-W53", "2026-W00", "2026-11", "2026-02-30", "soon", "", "w", "9999-W52", "constructor", "2026"];
  for (const text of texts) expect([text, readWeek(text, testNow)]).toEqual([text, null]);
  expect(readWeek("w53", new Date("2025-06-01"))).toBeNull();
});

test("months and years: by name, day and relative word", () => {
  for (const text of ["2026-10", "2026/10", "last month", "previous", "October 2026", "oct 2026", "2026-10-31"])
    expect([text, readMonth(text, testNow)]).toEqual([text, "2026-10"]);
  for (const text of ["2026-13", "2026-W47", "smarch 2026", "10", "last week"])
    expect([text, readMonth(text, testNow)]).toEqual([text, null]);
  for (const text of ["2025", "last year", "previous"]) expect(readYear(text, testNow)).toBe("2025");
  for (const text of ["26", "2026-11", "last week"]) expect(readYear(text, testNow)).toBeNull();
});

test("any text: nothing is thrown, and results parse to themselves", () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 wW-]{1,10}$/), fc.stringMatching(/^[a-z ]{1,20}$/));
  fc.assert(
    fc.property(text, (written) => {
      for (const read of [readWeek, readMonth, readYear]) {
        const period = read(written, testNow);
        if (period !== null) expect(read(period, testNow)).toBe(period);
      }
    }),
  );
});
