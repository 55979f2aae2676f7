import { expect, test } from "bun:test";
import { digitsOf, whyNotSold } from "./currency.ts";

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
