import { type Invoice, invoicesOf, issueInvoice } from "../../../db/queries/invoices.ts";
import type { Order } from "../../../db/queries/orders.ts";
import type { Tx } from "../../../db/store.ts";
import type { Seller } from "../../core/seller.ts";
import { creditNoteOf, type InvoiceDocument, invoiceOf } from "./invoice-document.ts";

const testSeries = "test";

/** The series of numbers that a seller's papers stand in; those of trials have one of their own. */
export const seriesOf = (seller: Pick<Seller, "name" | "vatId">, isTest: boolean): string =>
  isTest ? testSeries : (seller.vatId ?? seller.name ?? "seller");

const prefixOf = (order: Order) => (order.provider === "sandbox" ? "TEST-" : "RE-");

/** Issues the invoice of an order that was paid just now. */
export const issueOrderInvoice = (tx: Tx, order: Order, seller: Seller, now: Date): Promise<Invoice> =>
  issueInvoice(
    tx,
    {
      orderId: order.id,
      kind: "invoice",
      series: seriesOf(seller, order.provider === "sandbox"),
      prefix: prefixOf(order),
    },
    (number) => ({ ...invoiceOf(order, seller, number, now) }),
    now,
  );

/** Issues the credit note of an order whose money goes back, or null where it had no invoice or has one already. */
export async function issueCreditNote(tx: Tx, order: Order, now: Date): Promise<Invoice | null> {
  const papers = await invoicesOf(tx, order.id);
  const invoice = papers.find(({ kind }) => kind === "invoice");
  if (!invoice || papers.some(({ kind }) => kind === "credit_note")) return null;
  const { series } = invoice;
  // In the invoice's own series, also where the seller has changed since.
  return issueInvoice(
    tx,
    { orderId: order.id, kind: "credit_note", series, prefix: prefixOf(order) },
    (number) => ({ ...creditNoteOf(documentOf(invoice), number, now) }),
    now,
  );
}

/** What a paper says. */
export const documentOf = ({ document }: Invoice): InvoiceDocument => document as unknown as InvoiceDocument;
