import * as z from "zod";
import type { Plan } from "#db/schema/listing-fields.ts";
import { selfHostedAnswers, ssoAnswers } from "#db/schema/vocabulary.ts";
import { hasFreePlan, monthlyPrices } from "#db/values/monthly-price.ts";
import { amountText } from "../../core/text/plan-text.ts";

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

type Priced = Pick<Plan, "price" | "currency" | "per">;

export const toKeyFacts = ({
  plans,
  ...facts
}: Omit<KeyFacts, "price" | "free_plan"> & { plans: Priced[] }): KeyFacts => ({
  price: priceOf(plans) || null,
  free_plan: plans.length === 0 ? null : hasFreePlan(plans),
  ...facts,
});

/** Each fact in words; null if it is unknown. */
export const keyFactTexts: { label: string; text(facts: KeyFacts): string | null }[] = [
  { label: "Price", text: ({ price }) => price },
  { label: "Licence", text: ({ license }) => license },
  { label: "Self-hosted", text: ({ self_hosted }) => self_hosted },
  { label: "API", text: ({ api_url }) => api_url },
  { label: "Single sign-on", text: ({ sso }) => (sso === "paid" ? "in paid plans" : sso) },
];

function priceOf(plans: readonly Priced[]): string {
  const monthly = [...monthlyPrices(plans)].map(([currency, price]) => `${amountText(price, currency)} a month`);
  const others = plans.flatMap(({ price, currency, per }) =>
    price > 0 ? `${amountText(price, currency)} ${per === "once" ? "once" : "by usage"}` : [],
  );
  const paid = monthly.length > 0 ? `from ${monthly.join(" or ")}` : others[0];
  return [hasFreePlan(plans) && "free plan", paid].filter(Boolean).join(", ");
}
