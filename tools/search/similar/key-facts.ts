import * as z from "zod";
import type { Plan } from "#db/schema/listing-fields.ts";
import { pricePeriods, selfHostedAnswers, ssoAnswers } from "#db/schema/vocabulary.ts";
import { hasFreePlan, monthlyPrices } from "#db/values/monthly-price.ts";
import { priceText } from "../../orders/shared/price-text.ts";

/** The facts by which people choose between alternatives. An unknown one is null or empty. */
export const keyFacts = z
  .strictObject({
    plans: z.array(
      z.strictObject({ name: z.string(), price: z.int(), currency: z.string(), per: z.enum(pricePeriods) }),
    ),
    license: z.string().nullable(),
    self_hosted: z.enum(selfHostedAnswers).nullable(),
    api_url: z.string().nullable(),
    sso: z.enum(ssoAnswers).nullable(),
  })
  .meta({ id: "KeyFacts" });
export type KeyFacts = z.output<typeof keyFacts>;

/** Each fact in words; null if it is unknown. */
export const keyFactTexts: { label: string; text(facts: KeyFacts): string | null }[] = [
  { label: "Price", text: ({ plans }) => priceOf(plans) || null },
  { label: "Licence", text: ({ license }) => license },
  { label: "Self-hosted", text: ({ self_hosted }) => self_hosted },
  { label: "API", text: ({ api_url }) => api_url && "yes" },
  { label: "Single sign-on", text: ({ sso }) => (sso === "paid" ? "in paid plans" : sso) },
];

function priceOf(plans: readonly Pick<Plan, "price" | "currency" | "per">[]): string {
  const monthly = [...monthlyPrices(plans)].map(([currency, price]) => `${priceText(price, currency)} a month`);
  const others = plans.flatMap(({ price, currency, per }) =>
    price > 0 ? `${priceText(price, currency)} ${per === "once" ? "once" : "by usage"}` : [],
  );
  const paid = monthly.length > 0 ? `from ${monthly.join(" or ")}` : others[0];
  return [hasFreePlan(plans) && "free plan", paid].filter(Boolean).join(", ");
}
