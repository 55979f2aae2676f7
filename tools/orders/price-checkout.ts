import type { Order } from "#db/queries/orders/orders.ts";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import type { BillTo, PlaceEvidence } from "#db/schema/orders.ts";
import type { BillingFacts, PricedLine, TaxDecision, VatConsultation } from "#db/schema/quotes.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import type { Seller } from "../core/ports/seller.ts";
import { consult } from "./consult.ts";
import { openQuote } from "./own-quote.ts";
import { type ChosenItem, type PricedOrder, priceOrder } from "./price-order.ts";
import { areTaxedAlike, factsOf } from "./shared/bill-to.ts";
import { vatWithin } from "./vat/amounts.ts";
import { decideTax, nextTaxChange } from "./vat/decide-tax.ts";

export interface Payer {
  billing: BillTo;
  consultation: VatConsultation | null;
}

export interface Bill extends PricedOrder {
  billing: BillTo;
  evidence: PlaceEvidence[];
}

export async function savedPayer(context: CallContext): Promise<Payer | null> {
  const billing = await billingOfAccount(context.read, accountOf(context).accountId);
  return billing && { billing, consultation: await consult(context, factsOf(billing)) };
}

export function billFor(
  { seller, now, address }: CallContext,
  items: readonly ChosenItem[],
  { billing, consultation }: Payer,
): Bill {
  const priced = priceOrder(items, factsOf(billing), consultation, seller, now);
  return { billing, ...priced, evidence: evidenceOf(billing, address, now) };
}

export async function quotedBill(context: CallContext, quoteId: number): Promise<Bill> {
  const { read, now, address } = context;
  const { billing: quoted, tax, lines, net, vat, gross } = await openQuote(read, context, quoteId);
  const saved = await billingOfAccount(read, accountOf(context).accountId);
  const billing = saved && areTaxedAlike(factsOf(saved), quoted) ? saved : incomplete(quoted);
  return { billing, tax, lines, net, vat, gross, evidence: evidenceOf(billing, address, now) };
}

// The payment link asks for the other billing details.
const incomplete = ({ country, vat_id, company, postcode }: BillingFacts): BillTo => ({
  name: "",
  company,
  street: "",
  postcode,
  city: "",
  country,
  vatId: vat_id,
});

export function untilRateChange(
  { seller, now }: Pick<CallContext, "seller" | "now">,
  billing: BillingFacts,
  { consultation }: TaxDecision,
  time: Date,
): string {
  const change = nextTaxChange({ seller, billing, consultation, date: now });
  return (change !== null && change < time ? change : time).toISOString();
}

export const pricedLines = ({ lines }: Order): PricedLine[] =>
  lines.map((line) => ({
    product: line.product,
    listing_id: line.listingId,
    quantity: line.quantity,
    launch_week: line.launchWeek,
    net: line.net,
    vat_rate_bp: line.vatRateBp!,
    vat: line.vat!,
    gross: line.gross!,
  }));

/**
 * Applies the VAT rate of the day on which the payment arrived (Directive 2006/112/EC, articles 63, 65 and 93). Returns
 * null if the rate is unchanged.
 */
export function billOnReceipt(seller: Seller, order: Order, date: Date): Bill | null {
  const { billing, tax: quoted, evidence } = order;
  if (billing === null || quoted === null) return null;
  const { consultation } = quoted;
  const { rateBp, ...tax } = decideTax({ seller, billing: factsOf(billing), consultation, date });
  if (order.lines.every(({ vatRateBp }) => vatRateBp === rateBp)) return null;
  const lines = pricedLines(order).map((line) => {
    const vat = vatWithin(line.gross, rateBp);
    return { ...line, net: line.gross - vat, vat_rate_bp: rateBp, vat };
  });
  const vat = lines.reduce((sum, line) => sum + line.vat, 0);
  return { billing, tax, lines, net: order.gross! - vat, vat, gross: order.gross!, evidence };
}

/** Evidence of the buyer's location that is known before payment (Regulation 282/2011, article 24f). */
export function evidenceOf({ country }: BillTo, address: string | null, now: Date): PlaceEvidence[] {
  const at = now.toISOString();
  return [
    { kind: "billing_address", value: country, at },
    ...(address === null ? [] : [{ kind: "ip_address" as const, value: address, at }]),
  ];
}
