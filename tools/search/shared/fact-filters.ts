import * as z from "zod";
import { knownAmong } from "#db/queries/search/search-count.ts";
import { type FactFilter, type FactFilters, pricesUpTo } from "#db/queries/search/search-facts.ts";
import { filterToken } from "#db/queries/search/search-text.ts";
import { selfHostedAnswers } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";
import { invalid } from "../../core/errors/errors.ts";
import { oneOrMore } from "../../core/input/fields.ts";
import { conditionInput, conditionText, currentRates, limitIn } from "../../listings/shared/conditions.ts";
import { formats, licensesMatching } from "../../listings/shared/formats.ts";

/** The filters by facts. An unknown fact never meets a filter. */
export const factFilterInput = {
  license: oneOrMore(z.string().max(60)).optional().meta({ description: "SPDX ids, or proprietary", example: "MIT" }),
  self_hosted: z.enum(selfHostedAnswers).optional(),
  has_api: z.boolean().optional(),
  has_mcp: z.boolean().optional().describe("Has an MCP server"),
  price_max: z.int().min(1).max(1e9).optional().meta({
    description: "Monthly price of the cheapest paid plan, in minor units",
    example: 2000,
  }),
  currency: z.string().max(3).optional().meta({ description: "Of price_max; the site's by default", example: "EUR" }),
  free_plan: z.boolean().optional(),
  language: oneOrMore(z.string().max(40)).optional().meta({ description: "Language codes", example: "de" }),
};
export type FactInput = { [name in FactFilter | "currency"]?: z.output<(typeof factFilterInput)[name]> };

export interface FactSearch {
  facts: FactFilters;
  /** Which prices in other currencies were compared. */
  priceNote?: string;
}

/** Returns the values that listings must have. Throws 422 for a value that no listing can have. */
export async function factSearch(read: Db, site: { currency: string }, input: FactInput): Promise<FactSearch> {
  const { license, self_hosted, price_max, language } = input;
  const facts: Partial<Record<FactFilter, readonly string[]>> = {};
  if (license) facts.license = license.flatMap(licensesOf);
  if (self_hosted) facts.self_hosted = [self_hosted];
  for (const name of ["has_api", "has_mcp", "free_plan"] as const)
    if (input[name] === true) facts[name] = ["yes"];
    else if (input[name] === false)
      invalid(name, "only_true", "must be true, because unknown facts cannot be excluded", {
        fix: `Leave out ${name}.`,
      });
  if (language) facts.language = language.map(languageOf);
  if (price_max === undefined) {
    if (input.currency !== undefined)
      invalid("currency", "without_price", "is only for price_max, which is missing", { fix: "Send price_max, too." });
    return { facts };
  }
  const limit = { at_most: price_max, currency: currencyOf(input.currency ?? site.currency) };
  const { prices, note } = await pricesWithin(read, limit);
  facts.price_max = prices;
  return { facts, ...(note !== null && { priceNote: note }) };
}

/** The filters in words. */
export const factLabels = ({ price_max, currency, ...others }: FactInput): string[] => [
  ...Object.entries(others).flatMap(([field, value]) =>
    [value ?? []].flat().map((is) => conditionText(conditionInput.parse({ field, is }))),
  ),
  ...(price_max === undefined
    ? []
    : [conditionText(conditionInput.parse({ field: "price_max", at_most: price_max, currency }))]),
];

function licensesOf(id: string): string[] {
  const found = licensesMatching(id);
  return found.length > 0
    ? found
    : invalid("license", "unknown_license", formats.license.fault(id), { fix: "Send an SPDX id, or proprietary." });
}

const languageOf = (code: string): string =>
  formats.language.read(code) ??
  invalid("language", "unknown_language", formats.language.fault(), { fix: "Send a code such as de." });

const currencyOf = (code: string): string =>
  formats.currency.read(code) ??
  invalid("currency", "unknown_currency", formats.currency.fault(code), { fix: "Send a code such as EUR." });

const allCurrencies = Intl.supportedValuesOf("currency");

const usedCurrencies = (read: Db): Promise<string[]> =>
  cachedUntilCommit(read, "currencies of plans", async () => {
    const tokens = new Map(allCurrencies.map((code) => [filterToken("price_max", code), code]));
    return (await knownAmong(read, [...tokens.keys()])).map((token) => tokens.get(token)!);
  });

/** The prices up to a limit in every currency that has a rate. */
async function pricesWithin(read: Db, limit: { at_most: number; currency: string }) {
  const rates = await currentRates(read);
  const others = (await usedCurrencies(read)).filter((code) => code !== limit.currency);
  const unknown = others.filter((code) => limitIn(code, limit, rates) === null);
  const converted = others.filter((code) => !unknown.includes(code));
  const days = [limit.currency, ...converted].flatMap((code) => rates.get(code)?.day ?? []);
  const note = [
    ...(converted.length > 0
      ? [`Prices in ${converted.join(", ")} are converted at the reference rates of ${days.sort()[0]}.`]
      : []),
    ...(unknown.length > 0
      ? [`Prices in ${unknown.join(", ")} are not compared, because there is no exchange rate.`]
      : []),
  ].join(" ");
  return {
    prices: [limit.currency, ...converted].flatMap((code) => pricesUpTo(code, limitIn(code, limit, rates)!)),
    note: note || null,
  };
}
