import type { Plan } from "../../schema/listing-fields.ts";
import { hasFreePlan, monthlyPrices } from "../../values/monthly-price.ts";

/** The facts of a company that searches filter by, as its row stores them. */
export interface SearchableFacts {
  license: string | null;
  selfHosted: string | null;
  apiUrl: string | null;
  mcpUrl: string | null;
  languages: string[];
  plans: Plan[];
}

/** The fact filters by their names in search_listings. A listing must have one of the values. */
export const factFilters = [
  "license",
  "self_hosted",
  "has_api",
  "has_mcp",
  "price_max",
  "free_plan",
  "language",
] as const;
export type FactFilter = (typeof factFilters)[number];
export type FactFilters = Partial<Record<FactFilter, readonly string[]>>;

/** The license ids in an SPDX expression, without exceptions and the sign for later versions. */
export const licenseIds = (expression: string): string[] => [
  ...new Set(
    expression
      .replace(/ WITH [^\s()]+/g, "")
      .split(/[\s()]+/)
      .filter((word) => word !== "" && word !== "AND" && word !== "OR")
      .map((id) => id.replace(/\+$/, "")),
  ),
];

/** A code such as `pt-BR`, and the language itself. */
export const languageForms = (code: string): string[] => [...new Set([code, code.split("-", 1)[0]!])];

const yesIf = (isTrue: boolean) => (isTrue ? ["yes"] : []);

/** The values by which each fact filter finds a listing. */
export const factValues = (facts: SearchableFacts): Record<FactFilter, string[]> => ({
  license: licenseIds(facts.license ?? ""),
  self_hosted: facts.selfHosted === null ? [] : [facts.selfHosted],
  has_api: yesIf(Boolean(facts.apiUrl)),
  has_mcp: yesIf(Boolean(facts.mcpUrl)),
  price_max: [...monthlyPrices(facts.plans)].flatMap(([currency, price]) => [
    currency,
    ...[...written(price)].map((_, i) => currency + written(price).slice(0, i + 1)),
  ]),
  free_plan: yesIf(hasFreePlan(facts.plans)),
  language: facts.languages.flatMap(languageForms),
});

const highestPrice = 10 ** 10 - 2;
const written = (price: number) => String(price).padStart(10, "0");

/** The fewest values of `price_max` that together cover all prices up to a limit in minor units. */
export function pricesUpTo(currency: string, limit: number): string[] {
  const end = written(Math.min(limit, highestPrice) + 1);
  return [...end].flatMap((digit, i) =>
    Array.from({ length: Number(digit) }, (_, lower) => `${currency}${end.slice(0, i)}${lower}`),
  );
}
