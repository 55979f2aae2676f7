import { describe, expect, test } from "bun:test";
import salesTax from "sales-tax/res/sales_tax_rates.json";
import { memberStates, nextRateChange, rateAt, ratesAgeDays, ratesCheckedOn, rateTable } from "./rates.ts";

type Entry = { rate: number; before?: Record<string, { rate: number }> };
const theirs = new Map(Object.entries(salesTax as unknown as Record<string, Entry>));

/** The package's rate at a time: the first change that is still to come names the rate before it. */
function theirRate(country: string, time: Date): number {
  const { rate, before = {} } = theirs.get(country)!;
  const [next] = Object.entries(before)
    .filter(([until]) => Date.parse(until) > time.getTime())
    .sort(([a], [b]) => a.localeCompare(b));
  return Math.round((next?.[1].rate ?? rate) * 10_000);
}

/** Differences from the package by country and day, with the reason. */
const explained = new Map([
  // The package ends 19% at the end of 1 August; Legea 141/2025 has 21% "începând cu 1 august 2025".
  ["RO 2025-08-01", [1900, 2100]],
]);

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

describe("compared with the package sales-tax", () => {
  test.each(memberStates)("%s, today", (country) =>
    expect(rateAt(country, noon("2026-11-18"))).toBe(theirRate(country, noon("2026-11-18"))),
  );

  // The package knows the past only since 2023.
  const changes = rateTable.flatMap(([country, rates]) =>
    rates.filter(({ from }) => from >= "2023-12-01" && theirs.get(country)?.before).map(({ from }) => [country, from]),
  );
  test.each(changes as [string, string][])("%s, on %s and the day before", (country, from) => {
    for (const day of [dayBefore(from), from]) {
      const both = [theirRate(country, noon(day)), rateAt(country, noon(day))];
      expect(both).toEqual(explained.get(`${country} ${day}`) ?? [both[1]!, both[1]!]);
    }
  });

  test("rate changes: at least four to compare", () => expect(changes.length).toBeGreaterThanOrEqual(4));
});

test("rate table: all 27 member states since before 2015, in chronological order, with sources", () => {
  expect(memberStates).toHaveLength(27);
  for (const [place, rates] of rateTable) {
    expect([place, rates[0]!.from < "2015-01-02" || place]).toEqual([place, true]);
    expect(rates.map(({ from }) => from)).toEqual(rates.map(({ from }) => from).sort());
    for (const { from, bp, source } of rates) {
      expect(noon(from).toISOString().slice(0, 10)).toBe(from);
      expect(Number.isInteger(bp) && bp >= 500 && bp <= 2700).toBe(true);
      expect(source).not.toBe("");
    }
  }
});

test("rate change: takes effect at local midnight", () => {
  // In Tallinn, 1 July 2025 begins at 21:00 UTC of the day before; the same holds for 1 August in Bucharest.
  expect(rateAt("EE", new Date("2025-06-30T20:59:59Z"))).toBe(2200);
  expect(rateAt("EE", new Date("2025-06-30T21:00:00Z"))).toBe(2400);
  expect(rateAt("RO", new Date("2025-07-31T20:59:59Z"))).toBe(1900);
  expect(rateAt("RO", new Date("2025-07-31T21:00:00Z"))).toBe(2100);
  expect(rateAt("SK", new Date("2024-12-31T23:00:00Z"))).toBe(2300);
});

test.each([
  ["RO", "2025-07-31T20:59:59Z", "2025-07-31T21:00:00.000Z"],
  ["EE", "2024-06-01T00:00:00Z", "2025-06-30T21:00:00.000Z"],
  ["SK", "2024-12-31T12:00:00Z", "2024-12-31T23:00:00.000Z"],
  ["PT-20", "2021-06-01T00:00:00Z", "2021-07-01T00:00:00.000Z"],
])("the rate of %s after %s changes at %s", (place, time, change) => {
  expect(nextRateChange(place, new Date(time))?.toISOString()).toBe(change);
  const at = Date.parse(change);
  expect(rateAt(place, new Date(at - 1))).not.toBe(rateAt(place, new Date(at)));
});

test("no later rate: null", () => expect(nextRateChange("RO", new Date("2025-07-31T21:00:00Z"))).toBeNull());

test("time before the table: throws", () =>
  expect(() => rateAt("LU", noon("2014-12-31"))).toThrow("no VAT rate is known for LU"));

test("age of the table: counted from the day it was checked", () => {
  expect(ratesAgeDays(new Date(`${ratesCheckedOn}T10:00:00Z`))).toBe(0);
  expect(ratesAgeDays(new Date(Date.parse(ratesCheckedOn) + 366 * 86_400_000))).toBe(366);
});
