import * as z from "zod";
import type { KeyFactsRow } from "#db/queries/search/alternatives.ts";
import { type FactName, listingFields } from "#db/schema/listing-fields.ts";
import { selfHostedAnswers, ssoAnswers } from "#db/schema/vocabulary.ts";
import { hasFreePlan, monthlyPrices, type Priced } from "#db/values/monthly-price.ts";
import { amountText, planPrice } from "../../core/text/plan-text.ts";
import { capital } from "../../core/text/text.ts";
import { answerText } from "../../listings/shared/fact-text.ts";

/** The facts by which people choose between alternatives. An unknown one is null. */
export const keyFacts = z
  .strictObject({
    price: z.string().nullable().describe("The cheapest plan above 0, and whether there is a free one"),
    free_plan: z.boolean().nullable(),
    license: z.string().nullable(),
    self_hosted: z.enum(selfHostedAnswers).nullable(),
    api_url: z.string().nullable(),
    sso: z.enum(ssoAnswers).nullable(),
  })
  .meta({ id: "KeyFacts" });
export type KeyFacts = z.output<typeof keyFacts>;

export const toKeyFacts = ({ plans, factSources: _, ...facts }: KeyFactsRow): KeyFacts => ({
  price: priceOf(plans) || null,
  free_plan: plans.length === 0 ? null : hasFreePlan(plans),
  ...facts,
});

/** Each fact in words; null if it is unknown. */
export const keyFactTexts: { name: FactName; label: string; text(facts: KeyFacts): string | null }[] = [
  { name: "plans", label: "Price", text: ({ price }) => price && capital(price) },
  ...(["license", "self_hosted", "api_url", "sso"] as const).map((name) => ({
    name,
    label: listingFields[name].label,
    text: ({ [name]: value }: KeyFacts) => value && answerText(value),
  })),
];

function priceOf(plans: readonly Priced[]): string {
  const monthly = [...monthlyPrices(plans)].map(([currency, price]) => `${amountText(price, currency)} a month`);
  const other = plans.find(({ price }) => price > 0);
  const paid = monthly.length > 0 ? `from ${monthly.join(" or ")}` : other && planPrice(other);
  return [hasFreePlan(plans) && "free plan", paid].filter(Boolean).join(", ");
}
