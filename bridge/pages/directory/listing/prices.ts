import type { PricingModel } from "#db/schema/vocabulary.ts";

/** How people call the ways in which a product is paid for. */
export const prices: Record<PricingModel, string> = {
  free: "Free",
  freemium: "Free, more is paid",
  paid: "Paid",
  "open-source": "Open source",
  contact: "On request",
};
