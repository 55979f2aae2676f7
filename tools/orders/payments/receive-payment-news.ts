import * as z from "zod";
import { type Invoice, invoicesOf } from "#db/queries/orders/invoices.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { type Order, orderByNumber, orderByPayment, updateOrder } from "#db/queries/orders/orders.ts";
import { rememberEvent } from "#db/queries/orders/payment-events.ts";
import type { Reversal } from "#db/schema/orders.ts";
import { paymentProviders } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { defineOperation } from "../../core/operations/define.ts";
import type { PaymentEvent } from "../../core/ports/payments.ts";
import { replaceInvoice } from "../documents/issue.ts";
import { partOf, presentInvoice } from "../documents/present-invoice.ts";
import { disputed, disputeWon, notifyBoth, notifyTeam, refundReturned } from "../order-mails.ts";
import type { OrderChange } from "../shared/order-change.ts";
import { priceText } from "../shared/price-text.ts";
import { applyPaymentState, subjectsOf } from "./apply-payment-state.ts";
import { paymentEvent } from "./payment-records.ts";
import { reverseFulfilment } from "./reverse-fulfilment.ts";
import { reversePart } from "./reverse-part.ts";

/** Processes each event once. Events may arrive in any order, because each is applied to the order's current state. */
export default defineOperation({
  name: "receive_payment_news",
  scopes: [],
  actors: ["webhook"],
  effect: "write",
  input: z.strictObject({ provider: z.enum(paymentProviders), news: paymentEvent }),
  output: z.strictObject({ outcome: z.enum(["done", "repeated", "not_ours"]) }),
  async run(context, { provider, news }) {
    return async (tx, record) => {
      const order = await orderOf(tx, news);
      // The event may be about something else that the operator sells through the same account.
      if (!order || order.isTest || order.provider !== provider) return { outcome: "not_ours" as const };
      const event = { provider, id: news.id, type: news.type, orderNumber: order.number };
      if (!(await rememberEvent(tx, event, context.now))) return { outcome: "repeated" as const };
      const isChanged = await follow({ tx, record, context, order }, news);
      if (!isChanged) record({ subjects: subjectsOf(order), after: { heard: news.type } });
      return { outcome: "done" as const };
    };
  },
});

export async function orderOf(db: Db, news: PaymentEvent): Promise<Order | null> {
  if (news.about === "nothing") return null;
  const number = news.about === "dispute" ? null : news.orderNumber;
  if (number !== null) return orderByNumber(db, number);
  return news.about === "session" ? null : orderByPayment(db, news.paymentId);
}

const sumOf = (reversals: readonly Reversal[]) => reversals.reduce((sum, { amount }) => sum + amount, 0);
const disputedOf = ({ reversals }: Order) => sumOf(reversals.filter(({ kind }) => kind === "dispute"));
const isKnown = ({ reversals }: Order, id: string) => reversals.some((one) => one.id === id);

type News<About extends PaymentEvent["about"]> = Extract<PaymentEvent, { about: About }>;

/** A dispute may be about part of the payment. If its currency differs, it counts for the whole payment. */
async function chargeBack(change: OrderChange, { disputeId: id, amount, currency }: News<"dispute">): Promise<boolean> {
  const { tx, context, order } = change;
  if (isKnown(order, id)) return false;
  const left = presentInvoice(await invoicesOf(tx, order.id))?.left ?? 0;
  const isWhole = currency !== order.currency || amount >= left;
  const reversal: Reversal = { id, kind: "dispute", amount: isWhole ? left : amount, at: context.now.toISOString() };
  await updateOrder(tx, order.id, { reversals: [...order.reversals, reversal] });
  if (isWhole) return reverseFulfilment(change, "The payment was charged back.");
  return reversePart(change, { left: left - amount, total: order.gross! });
}

/** The provider's `amount` includes refunds that failed later, but not lost disputes. */
async function refund(change: OrderChange, { amount, total, at }: News<"refund">): Promise<boolean> {
  const { order } = change;
  const failed = sumOf(order.reversals.filter((one) => one.kind === "failed_refund" && one.at >= at));
  const left = total - (amount - failed) - disputedOf(order);
  if (left <= 0) return reverseFulfilment(change, "The payment was refunded.");
  return reversePart(change, { left, total });
}

/**
 * A refunded order becomes paid again, but its items are not restored. The failed refund is stored for later events.
 */
async function failRefund(change: OrderChange, news: News<"failed_refund">): Promise<boolean> {
  const { tx, record, context, order } = change;
  const { refundId: id, amount, at, reason, isVat } = news;
  if (isKnown(order, id)) return false;
  const { now } = context;
  await updateOrder(tx, order.id, { reversals: [...order.reversals, { id, kind: "failed_refund", amount, at }] });
  const present = presentInvoice(await invoicesOf(tx, order.id));
  const credited = present === null || isVat ? 0 : order.gross! - disputedOf(order) - present.left;
  const restored = Math.min(amount, credited);
  let document: Invoice | null = null;
  if (present && restored > 0) {
    const sums = partOf({ ...present, left: present.left + restored }, 0);
    document = (await replaceInvoice(tx, order, present, { ...sums, tax: present.invoice.tax }, now)).invoice;
  }
  const price = priceText(amount, order.currency);
  const message = `The order is paid. The refund of ${price} failed. Our team will send the money another way.`;
  if (document && order.status === "refunded") await changeOrderStatus(tx, order, "paid", message, now);
  else if (document) await updateOrder(tx, order.id, { statusMessage: message });
  await notifyBoth(change, refundReturned(order, price, reason, document?.number));
  record({
    subjects: subjectsOf(order),
    before: { status: order.status },
    after: { failed_refund: amount, reason, invoice: document?.number ?? null },
  });
  return true;
}

async function follow(change: OrderChange, news: PaymentEvent): Promise<boolean> {
  const { order } = change;
  if (news.about === "session") return applyPaymentState(change, news.state);
  if (news.about === "refund") return refund(change, news);
  if (news.about === "failed_refund") return failRefund(change, news);
  if (news.about === "nothing") return false;
  if (news.outcome === "lost") return chargeBack(change, news);
  await notifyTeam(change, news.outcome === "opened" ? disputed(order, news.reason) : disputeWon(order));
  return false;
}
