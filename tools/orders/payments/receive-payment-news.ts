import * as z from "zod";
import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { type Invoice, invoicesOf } from "#db/queries/orders/invoices.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { type Order, orderByNumber, orderByPayment, updateOrder } from "#db/queries/orders/orders.ts";
import { rememberEvent } from "#db/queries/orders/payment-events.ts";
import type { Reversal } from "#db/schema/orders.ts";
import { paymentProviders } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import type { PaymentEvent } from "../../core/ports/payments.ts";
import { replaceInvoice } from "../documents/issue.ts";
import { partOf, presentInvoice } from "../documents/present-invoice.ts";
import {
  disputed,
  disputeWon,
  notifyBuyer,
  notifyTeam,
  refundReturned,
  refundReturnedForTeam,
} from "../order-mails.ts";
import { priceText } from "../shared/price-text.ts";
import { applyPaymentState, subjectsOf } from "./apply-payment-state.ts";
import { paymentEvent } from "./payment-records.ts";
import { reverseFulfilment } from "./reverse-fulfilment.ts";
import { reversePart } from "./reverse-part.ts";

/** Processes each event once. Events may arrive in any order, because each is applied to the present order. */
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
      // The operator may sell other things through the same account.
      if (!order || order.isTest || order.provider !== provider) return { outcome: "not_ours" as const };
      const event = { provider, id: news.id, type: news.type, orderNumber: order.number };
      if (!(await rememberEvent(tx, event, context.now))) return { outcome: "repeated" as const };
      const isChanged = await follow(tx, record, context, order, news);
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

type Follow<About extends PaymentEvent["about"]> = (
  tx: Tx,
  record: (entry: AuditEntry) => void,
  context: CallContext,
  order: Order,
  news: Extract<PaymentEvent, { about: About }>,
) => Promise<boolean>;

/** A dispute may concern a part of the payment; in another currency, it concerns the whole payment. */
const chargeBack: Follow<"dispute"> = async (tx, record, context, order, { disputeId: id, amount, currency }) => {
  if (isKnown(order, id)) return false;
  const left = presentInvoice(await invoicesOf(tx, order.id))?.left ?? 0;
  const isWhole = currency !== order.currency || amount >= left;
  const reversal: Reversal = { id, kind: "dispute", amount: isWhole ? left : amount, at: context.now.toISOString() };
  await updateOrder(tx, order.id, { reversals: [...order.reversals, reversal] });
  if (isWhole) return reverseFulfilment(tx, record, context, order, "The payment was charged back.");
  return reversePart(tx, record, context, order, { left: left - amount, total: order.gross! });
};

/** The provider's total includes refunds that failed later, but no lost disputes. */
const refund: Follow<"refund"> = async (tx, record, context, order, { amount, total, at }) => {
  const failed = sumOf(order.reversals.filter((one) => one.kind === "failed_refund" && one.at >= at));
  const left = total - (amount - failed) - disputedOf(order);
  if (left <= 0) return reverseFulfilment(tx, record, context, order, "The payment was refunded.");
  return reversePart(tx, record, context, order, { left, total });
};

/** A refunded order becomes paid again, without its effects. Later events find the failure in `reversals`. */
const failRefund: Follow<"failed_refund"> = async (tx, record, context, order, news) => {
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
  const message = `The order is paid. The refund of ${price} failed, and our team will send the money in another way.`;
  if (document && order.status === "refunded") await changeOrderStatus(tx, order, "paid", message, now);
  else if (document) await updateOrder(tx, order.id, { statusMessage: message });
  await notifyBuyer(tx, context, order, refundReturned(order, price));
  await notifyTeam(tx, context, order, refundReturnedForTeam(order, price, reason, document?.number ?? null));
  record({
    subjects: subjectsOf(order),
    before: { status: order.status },
    after: { failed_refund: amount, reason, invoice: document?.number ?? null },
  });
  return true;
};

async function follow(
  tx: Tx,
  record: (entry: AuditEntry) => void,
  context: CallContext,
  order: Order,
  news: PaymentEvent,
): Promise<boolean> {
  if (news.about === "session") return applyPaymentState(tx, record, context, order, news.state);
  if (news.about === "refund") return refund(tx, record, context, order, news);
  if (news.about === "failed_refund") return failRefund(tx, record, context, order, news);
  if (news.about === "nothing") return false;
  if (news.outcome === "lost") return chargeBack(tx, record, context, order, news);
  await notifyTeam(tx, context, order, news.outcome === "opened" ? disputed(order, news.reason) : disputeWon(order));
  return false;
}
