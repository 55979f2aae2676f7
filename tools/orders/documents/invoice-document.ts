import type { Order } from "#db/queries/orders/orders.ts";
import type { BillTo } from "#db/schema/orders.ts";
import type { PricedLine, TaxDecision } from "#db/schema/quotes.ts";
import type { InvoiceKind } from "#db/schema/vocabulary.ts";
import { utcDay } from "#db/values/week.ts";
import type { Seller } from "../../core/ports/seller.ts";
import { type Euros, eurosBy } from "./euros.ts";

export type InvoiceLine = { name: string } & Omit<PricedLine, "product" | "listing_id" | "launch_week">;

/** The content that Directive 2006/112/EC, article 226, requires. Amounts are positive even in credit notes. */
export interface InvoiceDocument {
  kind: InvoiceKind;
  number: string;
  /** A date such as `2026-11-18`, which is also the date of supply. */
  issued_on: string;
  order: string;
  /** The invoice that a credit note cancels in whole or in part, or that a new invoice replaces. */
  corrects: { number: string; issued_on: string; is_whole: boolean } | null;
  is_test: boolean;
  seller: Pick<Seller, "name" | "address" | "country" | "vatId" | "taxNumber">;
  buyer: BillTo;
  currency: string;
  lines: InvoiceLine[];
  net: number;
  vat: number;
  gross: number;
  tax: TaxDecision;
  euros: Euros | null;
}

export function invoiceOf(
  order: Order,
  seller: Seller,
  euros: Euros | null,
  number: string,
  now: Date,
): InvoiceDocument {
  const { name, address, country, vatId, taxNumber } = seller;
  return {
    kind: "invoice",
    number,
    issued_on: utcDay(now),
    order: order.number,
    corrects: null,
    is_test: order.provider === "sandbox",
    seller: { name, address, country, vatId, taxNumber },
    buyer: order.billing!,
    currency: order.currency,
    lines: order.lines.map(({ name, quantity, net, vatRateBp, vat, gross }) => ({
      name,
      quantity,
      net,
      vat_rate_bp: vatRateBp!,
      vat: vat!,
      gross: gross!,
    })),
    net: order.net,
    vat: order.vat!,
    gross: order.gross!,
    tax: order.tax!,
    euros,
  };
}

export type Sums = Pick<InvoiceDocument, "lines" | "net" | "vat" | "gross">;

export function creditNoteOf(invoice: InvoiceDocument, sums: Sums, number: string, now: Date): InvoiceDocument {
  const { lines, net, vat, gross } = sums;
  return {
    ...invoice,
    ...{ lines, net, vat, gross },
    kind: "credit_note",
    number,
    issued_on: utcDay(now),
    corrects: { number: invoice.number, issued_on: invoice.issued_on, is_whole: gross === invoice.gross },
    euros: invoice.euros && eurosBy(invoice.euros, sums, invoice.currency),
  };
}

export function replacementOf(
  invoice: InvoiceDocument,
  sums: Sums,
  tax: TaxDecision,
  number: string,
  now: Date,
): InvoiceDocument {
  const { corrects, ...document } = creditNoteOf(invoice, sums, number, now);
  return { ...document, kind: "invoice", corrects: { ...corrects!, is_whole: true }, tax };
}
