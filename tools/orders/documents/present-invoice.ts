import type { Invoice } from "#db/queries/orders/invoices.ts";
import type { InvoiceDocument, Sums } from "./invoice-document.ts";

export interface PresentInvoice {
  row: Invoice;
  invoice: InvoiceDocument;
  /** The gross amount that has not been cancelled. */
  left: number;
  /** Whether the invoice is completely cancelled. This field is needed because the invoice's total may be zero. */
  isOver: boolean;
}

export function presentInvoice(documents: readonly Invoice[]): PresentInvoice | null {
  const row = documents.findLast(({ kind }) => kind === "invoice");
  if (!row) return null;
  const invoice = documentOf(row);
  const credits = documents
    .map(documentOf)
    .filter(({ kind, corrects }) => kind === "credit_note" && corrects?.number === invoice.number);
  const left = credits.reduce((rest, { gross }) => rest - gross, invoice.gross);
  return { row, invoice, left, isOver: left === 0 && credits.length > 0 };
}

export const documentOf = ({ document }: Invoice): InvoiceDocument => document as unknown as InvoiceDocument;

/** A part's VAT is the difference of two rounded cumulative totals, so all parts add up exactly to the invoice. */
export function partOf({ invoice, left }: Omit<PresentInvoice, "row">, leftAfter: number): Sums {
  const { lines, gross, order } = invoice;
  if (left === gross && leftAfter === 0) return invoice;
  const part = left - leftAfter;
  const vat = vatOfTakenBack(invoice, gross - leftAfter) - vatOfTakenBack(invoice, gross - left);
  const sums = { net: part - vat, vat, gross: part };
  const name = leftAfter === 0 ? `Remainder of order ${order}` : `Part of order ${order}`;
  // All lines of an order have the same rate, because it depends on the buyer.
  return { ...sums, lines: [{ name, quantity: 1, vat_rate_bp: lines[0]!.vat_rate_bp, ...sums }] };
}

const vatOfTakenBack = ({ vat, gross }: InvoiceDocument, amount: number): number =>
  Math.floor((2 * vat * amount + gross) / (2 * gross));
