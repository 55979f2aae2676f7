import * as z from "zod";
import { newestRates } from "#db/queries/common/exchange-rates.ts";
import type { Plan, ShownFields } from "#db/schema/listing-fields.ts";
import { pricingModels, selfHostedAnswers, ssoAnswers } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";
import { hasFreePlan, monthlyPrices } from "#db/values/monthly-price.ts";
import { closestMatch, letters } from "../../core/text/closest-match.ts";
import { convert, euro, type Rated } from "../../core/text/currency.ts";
import { priceText } from "../../orders/shared/price-text.ts";
import { formats, languageName, licensesIn, licensesMatching, regionName } from "./formats.ts";

/** The facts that conditions are about, as the record of a listing has them. */
export type ProductFacts = Pick<
  ShownFields<"card" | "profile">,
  | "license"
  | "repository"
  | "self_hosted"
  | "api_url"
  | "mcp_url"
  | "sso"
  | "data_regions"
  | "languages"
  | "alternative_to"
  | "platforms"
  | "pricing"
> & { plans: readonly Pick<Plan, "price" | "currency" | "per">[]; certifications: readonly { name: string }[] };

/** The newest reference rate of each currency, with its day. The euro is included. */
export type Rates = ReadonlyMap<string, Rated & { day: string | null }>;

export const currentRates = (read: Db): Promise<Rates> =>
  cachedUntilCommit(read, "newest exchange rates", async () => {
    const rates = await newestRates(read);
    return new Map([{ currency: euro, rate: "1", day: null }, ...rates].map((rate) => [rate.currency, rate]));
  });

/** The largest amount in `currency` that costs at most `limit`. Null if there is no rate for one of the currencies. */
export function limitIn(currency: string, limit: { at_most: number; currency: string }, rates: Rates): number | null {
  if (currency === limit.currency) return limit.at_most;
  const [from, to] = [rates.get(limit.currency), rates.get(currency)];
  return from && to ? convert(limit.at_most, from, to, "down") : null;
}

/**
 * The price for one person and month of the cheapest plan above 0, in minor units of `currency`, rounded up. Null if no
 * plan has such a price, or if there is no rate for its currency.
 */
export function monthlyPrice(plans: ProductFacts["plans"], currency: string, rates: Rates): number | null {
  const prices = [...monthlyPrices(plans)].flatMap(([own, price]) => {
    if (own === currency) return price;
    const [from, to] = [rates.get(own), rates.get(currency)];
    return from && to ? convert(price, from, to, "up") : [];
  });
  return prices.length === 0 ? null : Math.min(...prices);
}

interface TextField {
  /** The values that the facts have. None means unknown. */
  known(facts: ProductFacts): readonly string[];
  /** The values that meet the condition, or none if the value is not valid. */
  wanted(value: string): readonly string[];
  fault(value: string): string;
  text(value: string): string;
}

const choice = (values: readonly string[], known: TextField["known"], text: TextField["text"]): TextField => ({
  known,
  wanted: (value) => values.filter((one) => one === value.trim().toLowerCase()),
  fault: (value) => {
    const near = closestMatch(value, values);
    return `must be ${values.join(" or ")}${near === null ? "" : `; did you mean ${near}?`}`;
  },
  text,
});
const given = <Value>(value: Value | null): Value[] => (value === null ? [] : [value]);

/** A URL states that there is such a thing. Its absence says nothing. */
const linked = (url: "api_url" | "mcp_url" | "repository", name: string) =>
  choice(
    ["yes", "no"],
    (facts) => (facts[url] === null ? [] : ["yes"]),
    (value) => (value === "yes" ? `with ${name}` : `without ${name}`),
  );

const names = (known: TextField["known"], text: TextField["text"]): TextField => ({
  known,
  wanted: (value) => [value.trim()].filter((name) => letters(name) !== ""),
  fault: () => "must be a name",
  text,
});

const codes = (
  { read, fault }: { read(text: string): string | null; fault(text: string): string },
  known: TextField["known"],
  text: TextField["text"],
): TextField => ({ known, wanted: (value) => given(read(value)), fault, text });

const language = codes(
  formats.language,
  ({ languages }) => languages.flatMap((code) => [code, code.split("-", 1)[0]!]),
  (code) => `in ${languageName(code)}`,
);

/** Member states of the European Union (Article 52 TEU), in which data is also kept in the Union. */
const memberStates = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

const fields = {
  license: {
    known: ({ license }) => (license ? licensesIn(license).map((id) => id.replace(/\+$/, "")) : []),
    wanted: licensesMatching,
    fault: formats.license.fault,
    text: (value) => (value === "proprietary" ? "proprietary" : `licence ${value}`),
  },
  self_hosted: choice(
    selfHostedAnswers,
    (facts) => given(facts.self_hosted),
    (value) => (value === "yes" ? "self-hosted" : "not self-hosted"),
  ),
  // A product with single sign-on in its paid plans has it, too.
  sso: choice(
    ssoAnswers,
    ({ sso }) => (sso === "paid" ? ["paid", "yes"] : given(sso)),
    (value) =>
      ({ yes: "with single sign-on", paid: "with single sign-on in paid plans" })[value] ?? "without single sign-on",
  ),
  has_api: linked("api_url", "an API"),
  has_mcp: linked("mcp_url", "an MCP server"),
  repository: linked("repository", "public source code"),
  free_plan: choice(
    ["yes", "no"],
    ({ plans }) => (plans.length === 0 ? [] : [hasFreePlan(plans) ? "yes" : "no"]),
    (value) => (value === "yes" ? "with a free plan" : "without a free plan"),
  ),
  pricing: choice(
    pricingModels,
    (facts) => given(facts.pricing),
    (value) => `pricing ${value}`,
  ),
  language,
  languages: language,
  data_regions: codes(
    formats.region,
    ({ data_regions: regions }) => (regions.some((code) => memberStates.includes(code)) ? [...regions, "EU"] : regions),
    (code) => `data kept in ${code === "EU" ? "the European Union" : regionName(code)}`,
  ),
  platforms: names(
    (facts) => facts.platforms,
    (value) => `for ${value}`,
  ),
  certifications: names(
    (facts) => facts.certifications.map(({ name }) => name),
    (value) => `certified for ${value}`,
  ),
  alternative_to: names(
    (facts) => facts.alternative_to,
    (value) => `alternative to ${value}`,
  ),
} satisfies Record<string, TextField>;

const fieldOf: Record<string, TextField> = fields;

export const conditionFields = [...(Object.keys(fields) as (keyof typeof fields)[]), "price_max"] as const;

/** A condition on one fact. `price_max` takes `at_most` with a currency; the other fields take `is` or `includes`. */
export const conditionInput = z
  .strictObject({
    field: z.enum(conditionFields),
    is: z.union([z.string().max(200), z.boolean()]).optional(),
    includes: z.string().max(200).optional(),
    at_most: z.int().min(1).max(1e9).optional(),
    currency: z.string().optional(),
  })
  .transform((sent, context): Condition => {
    const refuse = (at: keyof typeof sent, message: string): never => {
      context.addIssue({ code: "custom", path: [at], message, input: sent[at] });
      return z.NEVER;
    };
    const { field, is, includes, at_most, currency } = sent;
    if (field === "price_max") {
      if (at_most === undefined || is !== undefined || includes !== undefined)
        return refuse("at_most", "must be the only operator of price_max, in minor units such as 2000");
      const code = formats.currency.read(currency ?? "");
      return code === null
        ? refuse("currency", formats.currency.fault(currency ?? ""))
        : { field, at_most, currency: code };
    }
    if (at_most !== undefined || currency !== undefined)
      return refuse(at_most === undefined ? "currency" : "at_most", "is only for price_max; use is or includes");
    const operator = is === undefined ? "includes" : "is";
    const value = typeof is === "boolean" ? (is ? "yes" : "no") : (is ?? includes ?? "");
    if (is !== undefined && includes !== undefined) return refuse("includes", "must not be sent together with is");
    const [wanted, ...others] = fieldOf[field]!.wanted(value);
    if (wanted === undefined) return refuse(operator, fieldOf[field]!.fault(value));
    return { field, value: others.length === 0 ? wanted : value.trim() };
  });

export type Condition =
  | { field: keyof typeof fields; value: string }
  | { field: "price_max"; at_most: number; currency: string };

export type Verdict = "met" | "not_met" | "unknown";

/** A fact that is not known is neither met nor not met. */
export function meets(condition: Condition, facts: ProductFacts, rates: Rates): Verdict {
  if (condition.field === "price_max") {
    const price = monthlyPrice(facts.plans, condition.currency, rates);
    return price === null ? "unknown" : price <= condition.at_most ? "met" : "not_met";
  }
  const { field, value } = condition;
  const { known, wanted } = fieldOf[field]!;
  const values = known(facts);
  const spelt = new Set(values.map(letters));
  if (wanted(value).some((one) => spelt.has(letters(one)))) return "met";
  // Data in the Union may be in any of its countries.
  const isVague = field === "data_regions" && facts.data_regions.includes("EU") && memberStates.includes(value);
  return values.length === 0 || isVague ? "unknown" : "not_met";
}

/** The condition in words that follow a product, such as "self-hosted" and "with an API". */
export const conditionText = (condition: Condition): string =>
  condition.field === "price_max"
    ? `at most ${priceText(condition.at_most, condition.currency)} a month`
    : fieldOf[condition.field]!.text(condition.value);
