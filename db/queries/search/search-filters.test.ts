import { expect, test } from "bun:test";
import fc from "fast-check";
import { filterExpressions } from "./search-filters.ts";
import { datePrefixes, filterToken } from "./search-text.ts";

const now = new Date("2026-11-18T12:00:00.000Z");
const time = () =>
  fc.date({ min: new Date("2000-01-01"), max: now, noInvalidDate: true }).map((date) => date.toISOString());

test("updated_since: includes all later times and none before its day", () => {
  fc.assert(
    fc.property(time(), time(), (since, updated) => {
      const expression = filterExpressions({ siteId: 1, updatedSince: since }, now).join();
      const isIn = datePrefixes(updated).some((date) => expression.includes(`"${filterToken("updated", date)}"`));
      if (updated >= since) expect(isIn).toBeTrue();
      else if (updated.slice(0, 10) < since.slice(0, 10)) expect(isIn).toBeFalse();
    }),
    { numRuns: 500 },
  );
});

test("updated_since in the future: no listing", () => {
  const expression = filterExpressions({ siteId: 1, updatedSince: "2031-02-03T00:00:00.000Z" }, now).join();
  for (const date of datePrefixes(now.toISOString()))
    expect(expression).not.toContain(`"${filterToken("updated", date)}"`);
});

test("min_dr: includes every rating from this value", () => {
  const expression = filterExpressions({ siteId: 1, minRating: 97 }, now).join();
  const ratings = [...Array(101).keys()].filter((value) => expression.includes(`"${filterToken("rating", value)}"`));
  expect(ratings).toEqual([97, 98, 99, 100]);
});
