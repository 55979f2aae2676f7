import { expect, test } from "bun:test";
import {
  conditionInput,
  conditionText,
  converted,
  meets,
  monthlyPrice,
  type ProductFacts,
  type Rates,
  withCurrency,
} from "./conditions.ts";

const unknown: ProductFacts = {
  plans: [],
  license: null,
  repository: null,
  self_hosted: null,
  api_url: null,
  mcp_url: null,
  sso: null,
  data_regions: [],
  languages: [],
  certifications: [],
  alternative_to: [],
  platforms: [],
  pricing: null,
};
const known: ProductFacts = {
  ...unknown,
  license: "MIT OR AGPL-3.0-only",
  repository: "https://example.org/code",
  self_hosted: "no",
  api_url: "https://example.org/api",
  mcp_url: "https://example.org/mcp",
  sso: "paid",
  data_regions: ["DE"],
  languages: ["en", "pt-BR"],
  certifications: [{ name: "ISO 27001" }],
  alternative_to: ["Google Photos"],
  platforms: ["Web"],
  pricing: "freemium",
  plans: [
    { price: 0, currency: "EUR", per: "month" },
    { price: 2400, currency: "EUR", per: "seat_year" },
  ],
};
const rates: Rates = new Map([
  ["EUR", { currency: "EUR", rate: "1", day: null }],
  ["USD", { currency: "USD", rate: "1.1", day: "2026-11-25" }],
  ["JPY", { currency: "JPY", rate: "165.5", day: "2026-11-25" }],
]);

const verdict = (sent: unknown, facts = known) => meets(withCurrency(conditionInput.parse(sent), "EUR"), facts, rates);

test.each([
  [{ field: "license", is: "mit" }, "met"],
  [{ field: "license", includes: "AGPL-3.0" }, "met"],
  [{ field: "license", is: "AGPL" }, "met"],
  [{ field: "license", is: "AGPL-3.0-or-later" }, "not_met"],
  [{ field: "license", is: "proprietary" }, "not_met"],
  [{ field: "self_hosted", is: "yes" }, "not_met"],
  [{ field: "self_hosted", is: false }, "met"],
  [{ field: "sso", is: "yes" }, "met"],
  [{ field: "sso", is: "no" }, "not_met"],
  [{ field: "has_api", is: true }, "met"],
  [{ field: "has_mcp", is: "no" }, "not_met"],
  [{ field: "repository", is: "yes" }, "met"],
  [{ field: "free_plan", is: "yes" }, "met"],
  [{ field: "pricing", is: "freemium" }, "met"],
  [{ field: "language", includes: "pt" }, "met"],
  [{ field: "languages", includes: "pt-PT" }, "not_met"],
  [{ field: "data_regions", includes: "eu" }, "met"],
  [{ field: "data_regions", includes: "FR" }, "not_met"],
  [{ field: "platforms", includes: "web" }, "met"],
  [{ field: "certifications", includes: "ISO-27001" }, "met"],
  [{ field: "alternative_to", includes: "google photos" }, "met"],
  [{ field: "price_max", at_most: 200, currency: "eur" }, "met"],
  [{ field: "price_max", at_most: 199, currency: "EUR" }, "not_met"],
  [{ field: "price_max", at_most: 220, currency: "USD" }, "met"],
  [{ field: "price_max", at_most: 219, currency: "USD" }, "not_met"],
  [{ field: "price_max", at_most: 331, currency: "JPY" }, "met"],
  [{ field: "price_max", at_most: 900, currency: "CHF" }, "unknown"],
])("%j is %s; without facts it is unknown", (sent, expected) => {
  expect(verdict(sent)).toBe(expected as never);
  expect(verdict(sent, unknown)).toBe("unknown");
});

test("data in the European Union may be in any of its countries", () => {
  const facts = { ...unknown, data_regions: ["EU"] };
  expect(verdict({ field: "data_regions", includes: "DE" }, facts)).toBe("unknown");
  expect(verdict({ field: "data_regions", includes: "US" }, facts)).toBe("not_met");
});

test("the price a month for one person: a year is divided by 12 and rounded up; once and usage are unknown", () => {
  expect(monthlyPrice([{ price: 1000, currency: "EUR", per: "year" }], "EUR", rates)).toBe(84);
  for (const per of ["once", "usage"] as const)
    expect(monthlyPrice([{ price: 1000, currency: "EUR", per }], "EUR", rates)).toBeNull();
  const inDollars = [{ price: 999, currency: "USD", per: "month" as const }];
  expect(monthlyPrice(inDollars, "EUR", rates)).toBe(909);
  expect(monthlyPrice(inDollars, "EUR", new Map())).toBeNull();
});

test("a limit in another currency admits the same prices as the converted price", () => {
  for (const currency of ["USD", "JPY", "EUR"])
    for (const at_most of [1, 99, 100, 1999]) {
      const limit = converted(at_most, "EUR", currency, rates, "down")!;
      const costs = (price: number) => monthlyPrice([{ price, currency, per: "month" }], "EUR", rates)!;
      expect(costs(limit) <= at_most || limit === 0).toBeTrue();
      expect(costs(limit + 1)).toBeGreaterThan(at_most);
    }
});

test.each([
  [{ field: "license", is: "MTI" }, "did you mean MIT?"],
  [{ field: "license", is: "" }, "must be an SPDX expression"],
  [{ field: "self_hosted", is: "maybe" }, "must be yes or no"],
  [{ field: "language", includes: "xx-yy-zz" }, "must be a language code"],
  [{ field: "data_regions", includes: "Mars" }, "must be a country code"],
  [{ field: "certifications", includes: " - " }, "must be a name"],
  [{ field: "has_api" }, "must have is or includes"],
  [{ field: "has_api", is: "yes", includes: "yes" }, "must have is or includes, and no other operator"],
  [{ field: "has_api", at_most: 3 }, "must have is or includes"],
  [{ field: "price_max", at_most: -3, currency: "EUR" }, "1"],
  [{ field: "price_max", at_most: 300, currency: "EUX" }, "must be an ISO 4217 currency"],
  [{ field: "price_max", at_most: 300, currency: "XXX" }, "must be an ISO 4217 currency"],
  [{ field: "license", is: "proprietary OR MIT" }, 'must be "proprietary" alone'],
  [{ field: "data_regions", is: "ZZ" }, "must be a country code"],
  [{ field: "price_max", is: "300" }, "must have at_most"],
  [{ field: "has_api", is: "yes", currency: "EUR" }, "is only for price_max"],
  [{ field: "cost", is: "300" }, "Invalid option"],
])("%j is refused: %s", (sent, message) => {
  expect(conditionInput.safeParse(sent).error?.issues[0]?.message).toContain(message);
});

test("conditions in words", () => {
  const words = (sent: unknown) => conditionText(withCurrency(conditionInput.parse(sent), "EUR"));
  expect(words({ field: "license", is: "agpl-3.0" })).toBe("licence agpl-3.0");
  expect(words({ field: "license", is: "mit" })).toBe("licence MIT");
  expect(words({ field: "data_regions", includes: "eu" })).toBe("data kept in the European Union");
  expect(words({ field: "language", includes: "de" })).toBe("in German");
  expect(words({ field: "certifications", is: "\u202eISO\u2066 27001" })).toBe("certified for ISO 27001");
  expect(words({ field: "price_max", at_most: 2000, currency: "EUR" })).toBe("at most €20 a month");
});
