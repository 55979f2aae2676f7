import { expect, test } from "bun:test";
import fc from "fast-check";
import { periodOf } from "./rules.ts";

const anyTime = fc.date({ min: new Date("1971-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
const anyBoard = fc.constantFrom("community-weekly", "community-monthly", "community-yearly", "billboard");

test("the current period contains the current time, and the previous one ends where it begins", () => {
  fc.assert(
    fc.property(anyBoard, anyTime, (board, now) => {
      const current = periodOf(board, "current", now)!;
      expect(current.startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(current.endsAt.getTime()).toBeGreaterThan(now.getTime());
      expect(periodOf(board, current.previous, now)!.endsAt).toEqual(current.startsAt);
      expect(periodOf(board, current.period, new Date(0))).toEqual(current);
    }),
  );
});

test("the previous period is right at the turn of the year", () => {
  const previous = (board: Parameters<typeof periodOf>[0], day: string) =>
    periodOf(board, "current", new Date(day))!.previous;
  expect(previous("community-monthly", "2027-01-01")).toBe("2026-12");
  expect(previous("community-yearly", "2027-01-01")).toBe("2026");
  expect(previous("community-weekly", "2027-01-01")).toBe("2026-W52");
  expect(previous("community-weekly", "2027-01-04")).toBe("2026-W53");
});
