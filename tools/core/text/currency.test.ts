import { expect, test } from "bun:test";
import { decimalText, digitsOf, whyNotSold } from "./currency.ts";

test.each([
  ["EUR", 2],
  ["HUF", 2],
  ["RSD", 2],
  ["JPY", 0],
  ["ISK", 0],
] as const)("%s has %d decimals and can be sold in", (currency, digits) => {
  expect([digitsOf(currency), whyNotSold(currency)]).toEqual([digits, null]);
});

test.each([
  ["KWD", "has 3 decimals"],
  ["TND", "has 3 decimals"],
  ["CLF", "has 4 decimals"],
  ["MGA", "in its parts"],
  ["EUX", "is no currency"],
])("nothing is sold in %s: it %s", (currency, why) => expect(whyNotSold(currency)).toContain(why));

test("an amount is written with the digits of its currency", () => {
  expect([decimalText(4990, "EUR"), decimalText(4990, "JPY"), decimalText(-5, "EUR")]).toEqual([
    "49.90",
    "4990",
    "-0.05",
  ]);
});
