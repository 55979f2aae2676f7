import { expect, test } from "bun:test";
import fc from "fast-check";
import { inEuroCents } from "./euros.ts";

test("an amount is turned into euros half up, whatever the digits of its currency and rate", () => {
  expect(inEuroCents(10_832, "USD", "1.0832")).toBe(10_000);
  expect(inEuroCents(15_000, "JPY", "162.5")).toBe(9231);
  expect(inEuroCents(1, "USD", "2")).toBe(1);
  expect(inEuroCents(-1, "USD", "2")).toBe(-1);
  expect(inEuroCents(0, "SEK", "11.5")).toBe(0);
});

test("a rate of one changes nothing, and no amount is off by more than half a cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 999 }), (amount, rate) => {
      expect(inEuroCents(amount, "USD", "1")).toBe(amount);
      const off = inEuroCents(amount, "USD", `${rate}.5`) * (2 * rate + 1) - 2 * amount;
      expect(Math.abs(2 * off)).toBeLessThanOrEqual(2 * rate + 1);
    }),
  );
});
