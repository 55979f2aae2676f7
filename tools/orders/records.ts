import * as z from "zod";
import { productNames, taxTreatments, vatIdStatuses } from "../../db/schema/vocabulary.ts";
import { line, time } from "../core/fields.ts";
import { mostWeeks } from "./rules.ts";

/** One thing to buy, as quotes and checkouts take it. */
export const orderItem = z.strictObject({
  product: z.enum(productNames).meta({ description: "As in list_products" }),
  listing_id: z.int().min(1).meta({ description: "As in list_my_listings", example: 95 }),
  quantity: z
    .int()
    .min(1)
    .max(mostWeeks)
    .default(1)
    .meta({ description: "Consecutive weeks of a billboard; otherwise 1" }),
  launch_week: z.string().max(40).optional().meta({
    description: "Week such as 2026-W50. launch: at once if left out; billboard: next week",
    example: "2026-W50",
  }),
});

export const orderItems = z.array(orderItem).min(1).max(20);

/** Whom it is billed to, as far as VAT asks. */
export const billing = z
  .strictObject({
    country: z.string().trim().min(2).max(60).meta({ description: "ISO 3166-1 alpha-2", example: "FR" }),
    vat_id: line(30).optional().meta({ description: "Of a business in the EU; checked", example: "FR40303265045" }),
    company: line(200).optional(),
    postcode: line(20).optional().meta({ description: "Decides in territories with VAT of their own" }),
  })
  .meta({ description: "Saved billing details if left out" });

const amount = (what: string) => z.int().min(0).describe(`${what}, minor units`);
export const totals = {
  currency: z.string().describe("ISO 4217"),
  net: amount("Before VAT"),
  vat: amount("VAT"),
  gross: amount("To pay"),
};

export const pricedLine = z.strictObject({
  product: z.enum(productNames),
  listing_id: z.int(),
  quantity: z.int(),
  launch_week: z.string().nullable().describe("Null: at once, or without weeks"),
  net: z.int(),
  vat_rate_bp: z.int().describe("Basis points"),
  vat: z.int(),
  gross: z.int(),
});

export const tax = z.strictObject({
  treatment: z.enum(taxTreatments),
  reason: z.string(),
  vat_id_status: z.enum(vatIdStatuses),
});

export const quote = z
  .strictObject({
    quote_id: z.int(),
    lines: z.array(pricedLine),
    ...totals,
    tax,
    expires_at: time.describe("The price holds until then"),
  })
  .meta({ id: "Quote" });
