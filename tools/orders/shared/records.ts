import * as z from "zod";
import { productNames, taxTreatments, vatIdStatuses } from "#db/schema/vocabulary.ts";
import { nextAction } from "../../core/errors/next-action.ts";
import { line, time } from "../../core/input/fields.ts";
import { maxWeeks } from "./rules.ts";

const orderItem = z.strictObject({
  product: z.enum(productNames).meta({ description: "Product" }),
  listing_id: z.int().min(1).meta({ description: "Id from list_my_listings", example: 95 }),
  quantity: z
    .int()
    .min(1)
    .max(maxWeeks)
    .default(1)
    .meta({ description: "Number of billboard weeks; 1 for other products", example: 1 }),
  launch_week: z.string().max(40).nullish().meta({
    description: "First week; if omitted, a launch starts immediately and a billboard next week",
    example: "2026-W50",
  }),
});

export type OrderItem = z.output<typeof orderItem>;

export const orderItems = z
  .array(orderItem)
  .min(1)
  .max(20)
  .meta({ description: "Products to buy, each for one listing" });

export const billing = z
  .strictObject({
    country: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .meta({ description: "ISO 3166 code of the country, or its English name", example: "FR" }),
    vat_id: line(30).optional().meta({ description: "VAT ID with its country prefix", example: "FR40303265045" }),
    company: line(200).optional().meta({ description: "Company name", example: "Acme SAS" }),
    postcode: line(20)
      .optional()
      .meta({ description: "Postcode; it affects VAT in some territories, such as islands", example: "35001" }),
  })
  .meta({ description: "Billing details that determine the VAT; if omitted, the account's saved ones" });

const amount = (what: string) => z.int().describe(`${what}, minor units`);

export const pricedLine = z.strictObject({
  product: z.enum(productNames),
  listing_id: z.int(),
  quantity: z.int(),
  launch_week: z
    .string()
    .nullable()
    .describe("First week, confirmed after payment; null for an immediate start or a product without weeks"),
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

const vatIdWords: Record<z.infer<typeof tax>["vat_id_status"], string> = {
  none: "no VAT ID",
  valid: "VAT ID valid",
  invalid: "VAT ID invalid",
  unavailable: "VAT ID could not be checked",
  not_checked: "VAT ID not checked",
};

export const taxText = ({ treatment, reason, vat_id_status }: z.infer<typeof tax>): string =>
  `VAT treatment: ${treatment} (${vatIdWords[vat_id_status]}). ${reason}`;

export const quote = z
  .strictObject({
    quote_id: z.int(),
    lines: z.array(pricedLine),
    currency: z.string().describe("ISO 4217"),
    net: amount("Before VAT"),
    vat: amount("VAT"),
    gross: amount("To pay"),
    tax,
    expires_at: time.describe("The price is valid until this time"),
    next_actions: z.array(nextAction),
  })
  .meta({ id: "Quote" });

const { vat: _, ...briefLine } = pricedLine.shape;

export const quoteBrief = quote
  .omit({ lines: true, tax: true })
  .extend({
    lines: z.array(z.strictObject(briefLine)),
    tax: tax.omit({ vat_id_status: true }),
  })
  .meta({ id: "QuoteBrief" });
