import * as z from "zod";
import { newestRates } from "#db/queries/common/exchange-rates.ts";
import { type FactFilter, factValues } from "#db/queries/search/search-facts.ts";
import { type FactName, factNames, type ShownFields } from "#db/schema/listing-fields.ts";
import { pricingModels, selfHostedAnswers, ssoAnswers } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit, type Db } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { monthlyPrices, type Priced } from "#db/values/monthly-price.ts";
import { isNumeral } from "../../core/input/coerce-input.ts";
import { line } from "../../core/input/fields.ts";
import { letters } from "../../core/text/closest-match.ts";
import { convert, euro, type Rated } from "../../core/text/currency.ts";
import { amountText } from "../../core/text/plan-text.ts";
import { formats, languageName, licensesMatching, regionName } from "./formats.ts";

/** The facts that conditions are about, as the record of a listing has them. */
export type ProductFacts = Pick<ShownFields<"card">, "platforms" | "pricing"> &
  Pick<ShownFields<"profile">, Exclude<FactName, "plans" | "certifications">> & {
    plans: readonly Priced[];
    certifications: readonly { name: string }[];
  };

/** The newest reference rate of each currency, with its day. The euro is included. */
export type Rates = ReadonlyMap<string, Rated & { day: string | null }>;

export const currentRates = (read: Db): Promise<Rates> =>
  cachedUntilCommit(read, "newest exchange rates", async () => {
    const rates = await newestRates(read);
    return new Map([{ currency: euro, rate: "1", day: null }, ...rates].map((rate) => [rate.currency, rate]));
  });

/** Returns null if there is no rate for one of the currencies. */
export function converted(amount: number, own: string, wanted: string, rates: Rates, round: "up" | "down") {
  if (own === wanted) return amount;
  const [from, to] = [rates.get(own), rates.get(wanted)];
  return from && to ? convert(amount, from, to, round) : null;
}

/**
 * The price for one person and month of the cheapest plan above 0, in minor units of `currency`, rounded up. Null if no
 * plan has such a price, or if there is no rate for its currency.
 */
export function monthlyPrice(plans: readonly Priced[], currency: string, rates: Rates): number | null {
  const prices = [...monthlyPrices(plans)].flatMap(
    ([own, price]) => converted(price, own, currency, rates, "up") ?? [],
  );
  return prices.length === 0 ? null : Math.min(...prices);
}

/** Names the prices in other currencies that were compared with one in `currency`, and the day of the rates. */
export function priceNote(currency: string, used: readonly string[], rates: Rates): string | undefined {
  const others = used.filter((code) => code !== currency);
  const isRated = (code: string) => rates.has(code) && rates.has(currency);
  const [compared, unknown] = [others.filter(isRated), others.filter((code) => !isRated(code))];
  const [day] = [currency, ...compared].flatMap((code) => rates.get(code)?.day ?? []).sort();
  const notes = [
    compared.length > 0 && `Prices in ${compared.join(", ")} are converted at the reference rates of ${day}.`,
    unknown.length > 0 && `Prices in ${unknown.join(", ")} are not compared, because there is no exchange rate.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(" ") : undefined;
}

interface FactField {
  /** The values that the facts have. None means unknown. */
  known(facts: ProductFacts): readonly string[];
  /** The values that meet the condition, or none if the value is not valid. */
  wanted(value: string): readonly string[];
  fault(value: string): string;
  text(value: string): string;
}

const indexed = (name: FactFilter) => (facts: ProductFacts) => factValues(facts)[name];

const choice = (values: readonly string[], known: FactField["known"], text: FactField["text"]): FactField => ({
  known,
  wanted: (value) => values.filter((one) => one === value.trim().toLowerCase()),
  fault: () => `must be ${values.join(" or ")}`,
  text,
});

/** A fact that a product has or lacks. An empty URL is unknown, because it does not say that there is no such thing. */
const feature = (name: string, known: FactField["known"]) =>
  choice(["yes", "no"], known, (value) => `${value === "yes" ? "with" : "without"} ${name}`);

const names = (known: FactField["known"], text: FactField["text"]): FactField => ({
  known,
  wanted: (value) => [value.trim()].filter((name) => letters(name) !== ""),
  fault: () => "must be a name",
  text,
});

type Format = (typeof formats)[keyof typeof formats];
const codes = ({ read, fault }: Format, known: FactField["known"], text: FactField["text"]): FactField => ({
  known,
  wanted: (value) => [read(value) ?? []].flat(),
  fault,
  text,
});

/** Data in these countries is also in the European Union (Article 52 TEU). */
const memberStates = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const regionsOf = ({ data_regions: regions }: ProductFacts) =>
  regions.some((code) => memberStates.includes(code)) ? [...regions, "EU"] : regions;

const language = codes(formats.language, indexed("language"), (code) => `in ${languageName(code)}`);

const fields = {
  license: {
    known: indexed("license"),
    wanted: licensesMatching,
    fault: formats.license.fault,
    text: (value) => (value === "proprietary" ? value : `licence ${value}`),
  },
  self_hosted: choice(
    selfHostedAnswers,
    indexed("self_hosted"),
    (value) => `${value === "yes" ? "" : "not "}self-hosted`,
  ),
  sso: choice(
    ssoAnswers,
    indexed("sso"),
    (value) => `${value === "no" ? "without" : "with"} single sign-on${value === "paid" ? " in paid plans" : ""}`,
  ),
  has_api: feature("an API", indexed("has_api")),
  has_mcp: feature("an MCP server", indexed("has_mcp")),
  free_plan: feature("a free plan", indexed("free_plan")),
  repository: feature("public source code", ({ repository }) => (repository ? ["yes"] : [])),
  pricing: choice(
    pricingModels,
    ({ pricing }) => [pricing ?? []].flat(),
    (value) => `pricing ${value}`,
  ),
  language,
  languages: language,
  data_regions: codes(
    formats.region,
    regionsOf,
    (code) => `data kept in ${code === "EU" ? "the European Union" : regionName(code)}`,
  ),
  platforms: names(
    ({ platforms }) => platforms,
    (value) => `for ${value}`,
  ),
  certifications: names(
    ({ certifications }) => certifications.map(({ name }) => name),
    (value) => `certified for ${value}`,
  ),
  alternative_to: names(
    (facts) => facts.alternative_to,
    (value) => `alternative to ${value}`,
  ),
} satisfies Record<string, FactField>;

type FieldName = keyof typeof fields;
export const conditionField: Record<FieldName, FactField> = fields;
const conditionFields = [...(Object.keys(fields) as FieldName[]), "price_max"] as const;

/** The fact that a condition is about; null for a field that has no source, such as the platforms. */
export function factOf(field: Condition["field"]): FactName | null {
  if (field === "price_max" || field === "free_plan") return "plans";
  const name = lookup({ has_api: "api_url", has_mcp: "mcp_url", language: "languages" }, field) ?? field;
  return factNames.find((fact) => fact === name) ?? null;
}

export type Condition = { field: FieldName; value: string } | { field: "price_max"; at_most: number; currency: string };
/** A condition on a price without a currency is in the site's. */
type SentCondition =
  | Exclude<Condition, { at_most: number }>
  | { field: "price_max"; at_most: number; currency?: string };

export const withCurrency = (condition: SentCondition, currency: string): Condition =>
  condition.field === "price_max" ? { ...condition, currency: condition.currency ?? currency } : condition;

/** A condition on one fact. `price_max` takes `at_most` with a currency; the other fields take `is` or `includes`. */
export const conditionInput = z
  .strictObject({
    // A list of all fields would cost assistants 60 tokens. An error names them.
    field: z.string().max(40).describe("Fact filter, data_regions").pipe(z.enum(conditionFields)),
    is: z
      .preprocess((is) => lookup({ true: "yes", false: "no" }, String(is)) ?? is, z.string().max(200))
      .optional()
      .describe("It is"),
    includes: z.string().max(200).optional().describe("Includes"),
    at_most: z.int().min(1).max(1e9).optional().describe("At most"),
    currency: z.string().max(3).optional().describe("Currency"),
  })
  .transform(({ field, is, includes, at_most, currency }, context): SentCondition => {
    const refuse = (at: string, message: string): never => {
      context.addIssue({ code: "custom", path: [at], message });
      return z.NEVER;
    };
    const isPrice = field === "price_max";
    if (
      [is, includes, at_most].filter((sent) => sent !== undefined).length !== 1 ||
      isPrice !== (at_most !== undefined)
    )
      return refuse("field", `must have ${isPrice ? "at_most" : "is or includes"}, and no other operator`);
    if (isPrice) {
      if (currency === undefined) return { field, at_most: at_most! };
      const code = formats.currency.read(currency);
      return code ? { field, at_most: at_most!, currency: code } : refuse("currency", formats.currency.fault(currency));
    }
    if (currency !== undefined) return refuse("currency", "is only for price_max");
    const operator = is === undefined ? "includes" : "is";
    const { data: value, error } = line(200).safeParse(is ?? includes);
    if (error) return refuse(operator, error.issues[0]!.message);
    const [wanted, ...others] = conditionField[field].wanted(value);
    if (wanted === undefined) return refuse(operator, conditionField[field].fault(value));
    return { field, value: others.length === 0 ? wanted : value };
  });

/** The form of a condition in a URL. */
export const conditionForm = {
  description: "field:operator:value[:currency], such as self_hosted:is:yes",
  pattern: /^[^:]*:(?:is|includes|at_most):./su,
};

/** A condition, also in one text, as in URLs: `self_hosted:is:yes` and `price_max:at_most:2000:EUR`. */
export const writtenCondition = z.preprocess((sent, context) => {
  if (typeof sent !== "string" || sent.trim().startsWith("{")) return sent;
  if (!conditionForm.pattern.test(sent)) {
    context.addIssue({ code: "custom", message: 'must be an object such as {"field": "self_hosted", "is": "yes"}' });
    return z.NEVER;
  }
  const [field = "", operator = "", ...values] = sent.split(":");
  const name = field
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  if (operator !== "at_most") return { field: name, [operator]: values.join(":") };
  const [amount = "", currency] = values;
  return { field: name, at_most: isNumeral(amount) ? Number(amount) : amount, currency };
}, conditionInput);

/** A condition as {@link writtenCondition} reads it. */
export const conditionCode = (condition: Condition): string =>
  condition.field === "price_max"
    ? `price_max:at_most:${condition.at_most}:${condition.currency}`
    : `${condition.field}:is:${condition.value}`;

export const verdicts = ["met", "not_met", "unknown"] as const;
export type Verdict = (typeof verdicts)[number];

/** A fact that is not known is neither met nor not met. */
export function meets(condition: Condition, facts: ProductFacts, rates: Rates): Verdict {
  if (condition.field === "price_max") {
    const price = monthlyPrice(facts.plans, condition.currency, rates);
    return price === null ? "unknown" : price <= condition.at_most ? "met" : "not_met";
  }
  const { field, value } = condition;
  const known = conditionField[field].known(facts);
  const spelt = new Set(known.map(letters));
  if (conditionField[field].wanted(value).some((one) => spelt.has(letters(one)))) return "met";
  // Data in the Union may be in any of its countries.
  const isVague = field === "data_regions" && facts.data_regions.includes("EU") && memberStates.includes(value);
  return known.length === 0 || isVague ? "unknown" : "not_met";
}

/** The condition in words that follow a product, such as "self-hosted" and "with an API". */
export const conditionText = (condition: Condition): string =>
  condition.field === "price_max"
    ? `at most ${amountText(condition.at_most, condition.currency)} a month`
    : conditionField[condition.field].text(condition.value);
