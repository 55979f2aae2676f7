import { type Invoice, invoicesOf, issueInvoice } from "#db/queries/orders/invoices.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { TaxDecision } from "#db/schema/quotes.ts";
import type { Tx } from "#db/store/store.ts";
import type { Seller } from "../../core/ports/seller.ts";
import { eurosOf } from "./euros.ts";
import { creditNoteOf, invoiceOf, replacementOf, type Sums } from "./invoice-document.ts";
import { type PresentInvoice, partOf, presentInvoice } from "./present-invoice.ts";

export const seriesOf = (seller: Pick<Seller, "name" | "vatId">, isTest: boolean): string =>
  isTest ? "test" : (seller.vatId ?? seller.name ?? "seller");

const prefixOf = (order: Order) => (order.provider === "sandbox" ? "TEST-" : "RE-");

export async function issueOrderInvoice(tx: Tx, order: Order, seller: Seller, now: Date): Promise<Invoice> {
  const { id, provider, currency, net } = order;
  const euros = await eurosOf(tx, { currency, net, vat: order.vat! }, now);
  return issueInvoice(
    tx,
    { orderId: id, kind: "invoice", series: seriesOf(seller, provider === "sandbox"), prefix: prefixOf(order) },
    (number) => ({ ...invoiceOf(order, seller, euros, number, now) }),
    now,
  );
}

/** Issues a credit note that reduces the invoice's total to `left`. */
export const issueCreditNote = (tx: Tx, order: Order, { row, ...present }: PresentInvoice, left: number, now: Date) =>
  issueInvoice(
    tx,
    // Uses the invoice's number series, even if the seller has changed since.
    { orderId: order.id, kind: "credit_note", series: row.series, prefix: prefixOf(order) },
    (number) => ({ ...creditNoteOf(present.invoice, partOf(present, left), number, now) }),
    now,
  );

export async function creditRest(tx: Tx, order: Order, now: Date): Promise<Invoice | null> {
  const present = presentInvoice(await invoicesOf(tx, order.id));
  return present && !present.isOver ? issueCreditNote(tx, order, present, 0, now) : null;
}

export async function replaceInvoice(
  tx: Tx,
  order: Order,
  present: PresentInvoice,
  { tax, ...sums }: Sums & { tax: TaxDecision },
  now: Date,
): Promise<{ creditNote: Invoice | null; invoice: Invoice }> {
  const creditNote = present.left > 0 ? await issueCreditNote(tx, order, present, 0, now) : null;
  const invoice = await issueInvoice(
    tx,
    { orderId: order.id, kind: "invoice", series: present.row.series, prefix: prefixOf(order) },
    (number) => ({ ...replacementOf(present.invoice, sums, tax, number, now) }),
    now,
  );
  return { creditNote, invoice };
}
