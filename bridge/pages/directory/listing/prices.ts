import type { PricePeriod, PricingModel } from "#db/schema/vocabulary.ts";

export const prices: Record<PricingModel, string> = {
  free: "Free",
  freemium: "Freemium",
  paid: "Paid",
  "open-source": "Open source",
  contact: "Price on request",
};

export const periods: Record<PricePeriod, string> = {
  month: "a month",
  year: "a year",
  seat_month: "a person and month",
  seat_year: "a person and year",
  once: "once",
  usage: "by usage",
};
