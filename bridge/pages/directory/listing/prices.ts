import type { PricingModel } from "#db/schema/vocabulary.ts";

export const prices: Record<PricingModel, string> = {
  free: "Free",
  freemium: "Freemium",
  paid: "Paid",
  "open-source": "Open source",
  contact: "Price on request",
};
