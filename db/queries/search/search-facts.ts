import type { ShownFields } from "../../schema/listing-fields.ts";
import { hasFreePlan, monthlyPrices, type Priced } from "../../values/monthly-price.ts";

/** The fact filters by their names in search_listings. A listing must have one of the values. */
export const factFilters = [
  "license",
  "self_hosted",
  "has_api",
  "has_mcp",
  "sso",
  "price_max",
  "free_plan",
  "language",
] as const;
export type FactFilter = (typeof factFilters)[number];
export type FactFilters = Partial<Record<FactFilter, readonly string[]>>;

/** The facts of a company by which searches filter. */
export type SearchableFacts = Pick<
  ShownFields<"profile">,
  "license" | "self_hosted" | "api_url" | "mcp_url" | "sso" | "languages"
> & { plans: readonly Priced[] };

/** The license ids in an SPDX expression, without exceptions and the sign for later versions. */
export const licenseIds = (expression: string): string[] => [
  ...new Set(
    expression
      .replace(/ WITH [^\s()]+| AND | OR /g, " ")
      .split(/[\s()+]+/)
      .filter((id) => id !== ""),
  ),
];

/** The values by which each fact filter finds a listing. Unknown facts have none. */
export const factValues = (facts: SearchableFacts): Record<FactFilter, string[]> => ({
  license: licenseIds(facts.license ?? ""),
  self_hosted: facts.self_hosted === null ? [] : [facts.self_hosted],
  has_api: facts.api_url ? ["yes"] : [],
  has_mcp: facts.mcp_url ? ["yes"] : [],
  // A product with single sign-on in its paid plans has it, too.
  sso: facts.sso === "paid" ? ["paid", "yes"] : [facts.sso ?? []].flat(),
  // Every beginning of a price in ten digits, so that a few values cover all prices up to a limit.
  price_max: [...monthlyPrices(facts.plans)].flatMap(([currency, price]) =>
    Array.from({ length: priceDigits + 1 }, (_, length) => currency + inDigits(price).slice(0, length)),
  ),
  free_plan: facts.plans.length === 0 ? [] : [hasFreePlan(facts.plans) ? "yes" : "no"],
  language: facts.languages.flatMap((code) => [code, code.split("-", 1)[0]!]),
});

const priceDigits = 10;
const inDigits = (price: number) => String(price).padStart(priceDigits, "0");

/** The fewest values of `price_max` that together cover all prices up to a limit in minor units. */
export function pricesUpTo(currency: string, limit: number): string[] {
  const end = inDigits(Math.min(limit + 1, 10 ** priceDigits - 1));
  return [...end].flatMap((digit, i) =>
    Array.from({ length: Number(digit) }, (_, lower) => `${currency}${end.slice(0, i)}${lower}`),
  );
}
