import { invoicesOf } from "#db/queries/orders/invoices.ts";
import { canTransitionOrder } from "#db/queries/orders/order-status.ts";
import { updateOrder } from "#db/queries/orders/orders.ts";
import { Problem } from "../../core/errors/errors.ts";
import { issueCreditNote } from "../documents/issue.ts";
import { presentInvoice } from "../documents/present-invoice.ts";
import { notifyBoth, partlyRefunded } from "../order-mails.ts";
import type { OrderChange } from "../shared/order-change.ts";
import { priceText } from "../shared/price-text.ts";
import { subjectsOf } from "./apply-payment-state.ts";

/**
 * Does nothing if at least as much has already been refunded, because events may arrive late. Throws 503 if the event
 * arrives before the payment's event.
 */
export async function reversePart(change: OrderChange, { left, total }: { left: number; total: number }) {
  const { tx, record, context, order } = change;
  const present = presentInvoice(await invoicesOf(tx, order.id));
  if (!present && canTransitionOrder(order.status, "paid") && order.status !== "failed" && order.status !== "refunded")
    throw new Problem(
      "unavailable",
      `The payment for order ${order.number} is not known yet. Send the event again later.`,
      { retryAfter: 60 },
    );
  if (!present || present.left <= left) return false;
  const { now, urls } = context;
  const creditNote = await issueCreditNote(tx, order, present, left, now);
  const part = priceText(present.left - left, order.currency);
  const all = `${priceText(total - left, order.currency)} of ${priceText(total, order.currency)}`;
  await updateOrder(tx, order.id, { statusMessage: `The order is paid; ${all} has been refunded.` });
  await notifyBoth(change, partlyRefunded(order, { part, all }, creditNote.number, urls.base));
  record({ subjects: subjectsOf(order), after: { refunded: total - left, credit_note: creditNote.number } });
  return true;
}
