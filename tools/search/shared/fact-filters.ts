import * as z from "zod";
import { knownAmong } from "#db/queries/search/search-count.ts";
import { type FactFilter, type FactFilters, factFilters, pricesUpTo } from "#db/queries/search/search-facts.ts";
import { filterToken } from "#db/queries/search/search-text.ts";
import { selfHostedAnswers } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";
import { invalid } from "../../core/errors/errors.ts";
import { oneOrMore } from "../../core/input/fields.ts";
import { currencies } from "../../core/text/currency.ts";
import {
  conditionField,
  conditionInput,
  conditionText,
  converted,
  currentRates,
  priceNote,
  withCurrency,
} from "../../listings/shared/conditions.ts";

/** The filters by facts. An unknown fact never meets a filter. */
export const factFilterInput = {
  license: oneOrMore(z.string().max(60)).optional().describe("SPDX ids, or proprietary"),
  self_hosted: z.enum(selfHostedAnswers).optional().describe("Self hosted"),
  has_api: z.boolean().optional().describe("Has API"),
  has_mcp: z.boolean().optional().describe("Has MCP"),
  sso: z.boolean().optional().describe("SSO"),
  price_max: z.int().min(1).max(1e9).optional().describe("Cheapest paid plan a month, in minor units"),
  currency: z.string().max(3).optional().describe("Of price_max; the site's by default"),
  free_plan: z.boolean().optional().describe("Free plan"),
  language: oneOrMore(z.string().max(40)).optional().describe("Language"),
};
export type FactInput = { [name in FactFilter | "currency"]?: z.output<(typeof factFilterInput)[name]> };

// A missing currency is sent as empty text, which is not valid.
const withSiteCurrency = conditionInput.transform((condition) => withCurrency(condition, ""));

/** The filters as conditions, with the issues of those that are not valid. */
const conditionsOf = ({ currency, ...input }: FactInput) =>
  factFilters.flatMap((field) =>
    [input[field] ?? []].flat().map((value) => {
      const sent = field === "price_max" ? { field, at_most: value, currency: currency ?? "" } : { field, is: value };
      return { field, ...withSiteCurrency.safeParse(sent) };
    }),
  );

/** The filters in words. */
export const factLabels = (input: FactInput): string[] =>
  conditionsOf(input).flatMap(({ data }) => (data ? conditionText(data) : []));

interface FactSearch {
  facts: FactFilters;
  /** Names the prices in other currencies that were compared. */
  priceNote?: string;
}

/** Returns the values that listings must have. Throws 422 for a value that no listing can have. */
export async function factSearch(read: Db, site: { currency: string }, input: FactInput): Promise<FactSearch> {
  if (input.currency !== undefined && input.price_max === undefined)
    invalid("currency", "without_price", "is only for price_max, which is missing", { fix: "Send price_max, too." });
  const facts: Partial<Record<FactFilter, string[]>> = {};
  let note: string | undefined;
  for (const { field, data, error } of conditionsOf({ currency: site.currency, ...input })) {
    if (error) {
      const [{ message, path }] = error.issues as [z.core.$ZodIssue];
      const at = path[0] === "currency" ? "currency" : field;
      return invalid(at, `unknown_${at}`, message, { fix: "Send facets: true to see the values of the matches." });
    }
    if (data.field === "price_max") ({ prices: facts.price_max, priceNote: note } = await pricesWithin(read, data));
    else facts[field] = [...new Set([...(facts[field] ?? []), ...conditionField[data.field].wanted(data.value)])];
  }
  return { facts, priceNote: note };
}

const usedCurrencies = (read: Db): Promise<string[]> =>
  cachedUntilCommit(read, "currencies of plans", async () => {
    const tokens = new Map(currencies.map((code) => [filterToken("price_max", code), code]));
    return (await knownAmong(read, [...tokens.keys()])).map((token) => tokens.get(token)!);
  });

/** The prices up to a limit in every currency that has a rate. */
async function pricesWithin(read: Db, { at_most, currency }: { at_most: number; currency: string }) {
  const rates = await currentRates(read);
  const prices = pricesUpTo(currency, at_most);
  const used = await usedCurrencies(read);
  for (const code of used) {
    if (code === currency) continue;
    const limit = converted(at_most, currency, code, rates, "down");
    if (limit !== null) prices.push(...pricesUpTo(code, limit));
  }
  return { prices, priceNote: priceNote(currency, used, rates) };
}
