import type { Order } from "../../../db/queries/orders.ts";
import type { BillTo } from "../../../db/schema/orders.ts";
import type { TaxDecision } from "../../../db/schema/quotes.ts";
import type { InvoiceKind } from "../../../db/schema/vocabulary.ts";
import { utcDay } from "../../../db/week.ts";
import type { Seller } from "../../core/seller.ts";

export interface InvoiceLine {
  name: string;
  quantity: number;
  net: number;
  vat_rate_bp: number;
  vat: number;
  gross: number;
}

/** All that an invoice or credit note says (Directive 2006/112/EC, article 226). Amounts are positive in both. */
export interface InvoiceDocument {
  kind: InvoiceKind;
  number: string;
  /** `2026-11-18`; supplied on the same day. */
  issued_on: string;
  order: string;
  /** Of a credit note: the invoice it takes back. */
  corrects: { number: string; issued_on: string } | null;
  /** A trial: nothing was sold. */
  is_test: boolean;
  seller: Pick<Seller, "name" | "address" | "country" | "vatId" | "taxNumber">;
  buyer: BillTo;
  currency: string;
  lines: InvoiceLine[];
  net: number;
  vat: number;
  gross: number;
  tax: TaxDecision;
}

/** What the invoice of a paid order says. */
export function invoiceOf(order: Order, seller: Seller, number: string, now: Date): InvoiceDocument {
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
  };
}

/** The credit note that takes a whole invoice back. */
export const creditNoteOf = (invoice: InvoiceDocument, number: string, now: Date): InvoiceDocument => ({
  ...invoice,
  kind: "credit_note",
  number,
  issued_on: utcDay(now),
  corrects: { number: invoice.number, issued_on: invoice.issued_on },
});
