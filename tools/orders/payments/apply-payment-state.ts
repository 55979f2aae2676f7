import type { Subject } from "#db/queries/common/audit-log.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { billOrder, type Order, orderByNumber, updateOrder } from "#db/queries/orders/orders.ts";
import { purchasedListing } from "#db/queries/orders/purchased-listing.ts";
import { savepoint } from "#db/store/savepoint.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import type { PaymentState } from "../../core/ports/payments.ts";
import { notifyOfLaunch } from "../../launches/shared/go-live.ts";
import { issueOrderInvoice } from "../documents/issue.ts";
import { FulfilmentError } from "../fulfil/fulfilment.ts";
import { fulfilLines } from "../fulfil/lines.ts";
import { confirmVatId, refundOrder } from "../jobs.ts";
import { cannotFulfil, cannotFulfilForTeam, notifyBuyer, notifyTeam, receipt, wrongAmount } from "../order-mails.ts";
import { billOnReceipt } from "../price-checkout.ts";
import type { OrderChange } from "../shared/order-change.ts";
import { priceText } from "../shared/price-text.ts";
import { expiredWords } from "../shared/rules.ts";

/**
 * Applies a payment completely or not at all. A payment that was already applied is ignored, so events may arrive twice
 * and in any order.
 */
export async function applyPaymentState(change: OrderChange, state: PaymentState): Promise<boolean> {
  switch (state.status) {
    case "paid":
      return applyPaid(change, state);
    case "failed":
      return giveUp(change, "failed", "The payment failed.");
    case "expired":
      return giveUp(change, "expired", expiredWords(change.order));
    case "processing":
    case "open":
      return false;
  }
}

async function applyPaid(change: OrderChange, state: PaymentState) {
  const { tx, record, context, order } = change;
  const { now } = context;
  if (order.paidAt !== null || order.status === "refunded") return false;
  if (state.amount !== order.gross || state.currency.toUpperCase() !== order.currency)
    return refuseAmount(change, state);
  const received = billOnReceipt(context.seller, order, state.paidAt === undefined ? now : new Date(state.paidAt));
  const evidence = state.cardCountry
    ? [...order.evidence, { kind: "payment_country" as const, value: state.cardCountry, at: now.toISOString() }]
    : order.evidence;
  if (received) await billOrder(tx, order, received);
  await updateOrder(tx, order.id, { sessionId: state.sessionId || null, paymentId: state.paymentId, evidence });
  const billed = (await orderByNumber(tx, order.number))!;
  const invoice = await issueOrderInvoice(tx, billed, context.seller, now);
  const why = await tryFulfil(tx, order, now);
  await changeOrderStatus(tx, order, why === null ? "fulfilled" : "paid", why, now);
  const after = (await orderByNumber(tx, order.number))!;
  if (why === null) {
    await notifyOfLaunches(change, after);
    await notifyBuyer(change, receipt(after, invoice.number, context.urls.base, now));
  } else {
    await enqueue(tx, refundOrder.request({ number: order.number, failedBefore: 0 }), now);
    await notifyBuyer(change, cannotFulfil(order, why));
    await notifyTeam(change, cannotFulfilForTeam(order, why));
  }
  if (why === null && order.tax?.vat_id_status === "unavailable")
    await enqueue(tx, confirmVatId.request({ number: order.number }), now);
  record({
    subjects: subjectsOf(order),
    before: { status: order.status, ...(received && { vat: order.vat }) },
    after: {
      status: after.status,
      ...(received && { vat: received.vat }),
      invoice: invoice.number,
      effects: after.lines.map(({ effect }) => effect),
    },
  });
  return true;
}

async function notifyOfLaunches({ tx, context }: OrderChange, { siteId, lines }: Order): Promise<void> {
  for (const { effect, listingId } of lines) {
    const isLive = effect?.kind === "launch" && !effect.before.isLaunched && effect.week === weekOf(context.now);
    const listing = isLive && (await purchasedListing(tx, siteId, listingId));
    if (listing) await notifyOfLaunch(tx, context, listing);
  }
}

/** Fulfils the whole order or none of it. If that fails, returns the reason. */
async function tryFulfil(tx: Tx, order: Order, now: Date): Promise<string | null> {
  try {
    await savepoint(tx, () => fulfilLines(tx, order, now));
    return null;
  } catch (error) {
    if (error instanceof FulfilmentError) return error.message;
    throw error;
  }
}

async function refuseAmount(change: OrderChange, state: PaymentState) {
  const { tx, record, context, order } = change;
  if (order.status === "failed") return false;
  const paid = priceText(state.amount, state.currency.toUpperCase());
  await updateOrder(tx, order.id, { paymentId: state.paymentId });
  if (order.status === "pending")
    await changeOrderStatus(tx, order, "failed", `The payment of ${paid} differs from the total.`, context.now);
  await notifyTeam(change, wrongAmount(order, paid));
  record({ subjects: subjectsOf(order), before: { status: order.status }, after: { paid, expected: order.gross } });
  return true;
}

async function giveUp({ tx, record, context, order }: OrderChange, to: "failed" | "expired", why: string) {
  if (order.status !== "pending") return false;
  await changeOrderStatus(tx, order, to, why, context.now);
  record({ subjects: subjectsOf(order), before: { status: order.status }, after: { status: to } });
  return true;
}

export const subjectsOf = (order: Pick<Order, "number" | "lines">): [Subject, ...Subject[]] => [
  `order:${order.number}`,
  ...new Set(order.lines.map(({ listingId }): Subject => `listing:${listingId}`)),
];
