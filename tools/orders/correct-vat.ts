import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { invoicesOf } from "#db/queries/orders/invoices.ts";
import { billOrder, type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { PricedLine, VatConsultation } from "#db/schema/quotes.ts";
import { notFound } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import type { InvoiceLine } from "./documents/invoice-document.ts";
import { replaceInvoice } from "./documents/issue.ts";
import { partOf, presentInvoice } from "./documents/present-invoice.ts";
import { refundVat } from "./jobs.ts";
import { notifyBoth, vatCorrected } from "./order-mails.ts";
import { subjectsOf } from "./payments/apply-payment-state.ts";
import { pricedLines } from "./price-checkout.ts";
import { factsOf } from "./shared/bill-to.ts";
import type { OrderChange } from "./shared/order-change.ts";
import { priceText } from "./shared/price-text.ts";
import { decideTax } from "./vat/decide-tax.ts";

/** Whether VAT was charged only because the VAT ID was not confirmed. */
export const isVatOpen = ({ status, tax, billing, vat }: Order): boolean =>
  (status === "paid" || status === "fulfilled") &&
  billing?.vatId != null &&
  tax !== null &&
  tax.vat_id_status !== "valid" &&
  (vat ?? 0) > 0;

/** Refunds the VAT. Issues a credit note and an invoice without VAT. Returns false if the VAT ID changes nothing. */
export async function correctVat(change: OrderChange, consultation: VatConsultation): Promise<boolean> {
  const { tx, record, context, order } = change;
  const present = presentInvoice(await invoicesOf(tx, order.id));
  if (!isVatOpen(order) || !present || present.isOver) return false;
  const { now, seller, urls } = context;
  const billing = order.billing!;
  const decided = decideTax({ seller, billing: factsOf(billing), consultation, date: new Date(order.paidAt!) });
  const { rateBp: _, ...tax } = decided;
  if (tax.treatment !== "reverse_charge") return false;
  const rest = partOf(present, 0);
  const { vat } = rest;
  const { creditNote, invoice } = await replaceInvoice(tx, order, present, { ...untaxed(rest), tax }, now);
  const sums = untaxed({ lines: pricedLines(order), net: order.net });
  await billOrder(tx, order, { ...sums, billing, tax, evidence: order.evidence });
  if (order.provider !== "sandbox") await enqueue(tx, refundVat.request({ number: order.number, amount: vat }), now);
  const amount = priceText(vat, order.currency);
  const documents = { creditNote: creditNote!.number, invoice: invoice.number };
  await notifyBoth(change, vatCorrected(order, amount, documents, urls.base));
  record({
    subjects: subjectsOf(order),
    before: { tax: order.tax, vat: order.vat },
    after: { tax, vat: 0, credit_note: documents.creditNote, invoice: documents.invoice, refund: vat },
  });
  return true;
}

const untaxed = <Line extends InvoiceLine | PricedLine>({ lines, net }: { lines: readonly Line[]; net: number }) => ({
  lines: lines.map((line) => ({ ...line, vat_rate_bp: 0, vat: 0, gross: line.net })),
  ...{ net, vat: 0, gross: net },
});

export default defineOperation({
  name: "correct_vat",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    number: z.string(),
    consultation: z.strictObject({
      status: z.enum(["valid", "invalid", "unavailable"]),
      number: z.string().nullable(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      asked_at: z.string(),
    }),
  }),
  output: z.strictObject({ is_corrected: z.boolean() }),
  async run(context, { number, consultation }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      return { is_corrected: await correctVat({ tx, record, context, order }, consultation) };
    };
  },
});
