import { expect, test } from "bun:test";
import fc from "fast-check";
import { addWeeks, dayMs, endOfWeek, periodsOf, startOfWeek, weekOf } from "./week.ts";

/** Counts through the calendar day by day: a new week on Mondays, a new year where a week's Thursday is in one. */
function countedWeeks(): { week: string; monday: number }[] {
  const weeks: { week: string; monday: number }[] = [];
  // 1969-12-29 was the Monday of 1970-W01.
  for (let day = Date.UTC(1969, 11, 29), year = 0, number = 0; day < Date.UTC(2101, 0, 1); day += dayMs) {
    if (new Date(day).getUTCDay() !== 1) continue;
    const yearOfThursday = new Date(day + 3 * dayMs).getUTCFullYear();
    number = yearOfThursday === year ? number + 1 : 1;
    year = yearOfThursday;
    weeks.push({ week: `${year}-W${String(number).padStart(2, "0")}`, monday: day });
  }
  return weeks;
}

const weeks = countedWeeks();
const anyIndex = fc.integer({ min: 0, max: weeks.length - 1 });

test("weeks start and end as counted day by day", () => {
  for (const { week, monday } of weeks) {
    expect(startOfWeek(week)).toEqual(new Date(monday));
    expect(endOfWeek(week)).toEqual(new Date(monday + 7 * dayMs));
  }
});

test("a week contains all its times, from the first to the last millisecond", () => {
  const anyTime = fc.tuple(anyIndex, fc.integer({ min: 0, max: 7 * dayMs - 1 }));
  fc.assert(
    fc.property(anyTime, ([index, offset]) => {
      const { week, monday } = weeks[index]!;
      expect(weekOf(new Date(monday))).toBe(week);
      expect(weekOf(new Date(monday + offset))).toBe(week);
      expect(weekOf(new Date(monday + 7 * dayMs - 1))).toBe(week);
    }),
  );
});

test("adding weeks follows the calendar in both directions", () => {
  fc.assert(
    fc.property(anyIndex, anyIndex, (from, to) => {
      expect(addWeeks(weeks[from]!.week, to - from)).toBe(weeks[to]!.week);
      expect(addWeeks(addWeeks(weeks[from]!.week, to - from), from - to)).toBe(weeks[from]!.week);
    }),
  );
});

test("weeks sort as text in order of time", () => {
  const names = weeks.map(({ week }) => week);
  expect([...names].sort()).toEqual(names);
});

test("years have 53 weeks only as ISO 8601 says", () => {
  expect(startOfWeek("2026-W53")).toEqual(new Date("2026-12-28T00:00:00.000Z"));
  expect(startOfWeek("2025-W53")).toBeNull();
  expect(weekOf(new Date("2027-01-01T12:00:00.000Z"))).toBe("2026-W53");
  expect(addWeeks("2026-W53", 1)).toBe("2027-W01");
  expect(addWeeks("2025-W52", 1)).toBe("2026-W01");
});

test.each(["", "2026", "2026-47", "2026-W0", "2026-W00", "2026-W54", "2026-w47", " 2026-W47", "0026-W01", "9999-W52"])(
  "%p is not a week",
  (text) => {
    expect(startOfWeek(text)).toBeNull();
  },
);

test("a time belongs to its ISO week, its month and its year", () => {
  expect(periodsOf(new Date("2027-01-01T00:00:00.000Z"))).toEqual(["2026-W53", "2027-01", "2027"]);
  expect(periodsOf(new Date("2026-11-30T23:59:59.999Z"))).toEqual(["2026-W49", "2026-11", "2026"]);
});
