import { expect, test } from "bun:test";
import fc from "fast-check";
import { decimalText, digitsOf, inEuroCents, whyNotSold } from "./currency.ts";

test.each([
  ["EUR", 2],
  ["HUF", 2],
  ["RSD", 2],
  ["JPY", 0],
  ["ISK", 0],
] as const)("%s: %d decimals, can be used for sales", (currency, digits) => {
  expect([digitsOf(currency), whyNotSold(currency)]).toEqual([digits, null]);
});

test.each([
  ["KWD", "has 3 decimal places"],
  ["TND", "has 3 decimal places"],
  ["CLF", "has 4 decimal places"],
  ["MGA", "in fractions of a unit"],
  ["EUX", "not an ISO 4217 currency"],
])("%s cannot be used for sales: %s", (currency, why) => expect(whyNotSold(currency)).toContain(why));

test("decimal text: has the decimals of the currency", () => {
  expect([decimalText(4990, "EUR"), decimalText(4990, "JPY"), decimalText(-5, "EUR")]).toEqual([
    "49.90",
    "4990",
    "-0.05",
  ]);
});

test("conversion to euros: rounds half up for any decimals of currency and rate", () => {
  expect(inEuroCents(10_832, "USD", "1.0832")).toBe(10_000);
  expect(inEuroCents(15_000, "JPY", "162.5")).toBe(9231);
  expect(inEuroCents(1, "USD", "2")).toBe(1);
  expect(inEuroCents(-1, "USD", "2")).toBe(-1);
  expect(inEuroCents(0, "SEK", "11.5")).toBe(0);
});

test("conversion to euros: exact at a rate of one, otherwise within half a cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 999 }), (amount, rate) => {
      expect(inEuroCents(amount, "USD", "1")).toBe(amount);
      const off = inEuroCents(amount, "USD", `${rate}.5`) * (2 * rate + 1) - 2 * amount;
      expect(Math.abs(2 * off)).toBeLessThanOrEqual(2 * rate + 1);
    }),
  );
});
