import type { Order } from "#db/queries/orders/orders.ts";
import type { BillTo } from "#db/schema/orders.ts";
import type { TaxDecision } from "#db/schema/quotes.ts";
import type { InvoiceKind } from "#db/schema/vocabulary.ts";
import { utcDay } from "#db/values/week.ts";
import type { Seller } from "../../core/ports/seller.ts";
import { type Euros, eurosBy } from "./euros.ts";

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
  /** Of a credit note, the invoice it takes back, whole or a part of it; of an invoice, the one it is in place of. */
  corrects: { number: string; issued_on: string; is_whole: boolean } | null;
  /** A test order: nothing was sold. */
  is_test: boolean;
  seller: Pick<Seller, "name" | "address" | "country" | "vatId" | "taxNumber">;
  buyer: BillTo;
  currency: string;
  lines: InvoiceLine[];
  net: number;
  vat: number;
  gross: number;
  tax: TaxDecision;
  /** What it comes to in euros, of a document in another currency. */
  euros: Euros | null;
}

/** What the invoice of a paid order says. */
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

/** What a document is about in money. */
export type Sums = Pick<InvoiceDocument, "lines" | "net" | "vat" | "gross">;

/** The credit note that takes an invoice back, whole or the part that `sums` say. */
export function creditNoteOf(invoice: InvoiceDocument, sums: Sums, number: string, now: Date): InvoiceDocument {
  const { lines, net, vat, gross } = sums;
  return {
    ...invoice,
    ...{ lines, net, vat, gross },
    kind: "credit_note",
    number,
    issued_on: utcDay(now),
    corrects: { number: invoice.number, issued_on: invoice.issued_on, is_whole: gross === invoice.gross },
    euros: eurosBy(invoice.euros, sums, invoice.currency),
  };
}

/** The invoice over `sums` in place of one that is taken back. */
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
