import * as z from "zod";
import type { Entry } from "../../db/queries/changes.ts";
import { invoicesOf } from "../../db/queries/invoices.ts";
import { type Order, orderByNumber, orderByPayment } from "../../db/queries/orders.ts";
import { rememberEvent } from "../../db/queries/payment-events.ts";
import { paymentProviders } from "../../db/schema/vocabulary.ts";
import type { Db, Tx } from "../../db/store.ts";
import type { CallContext } from "../core/context.ts";
import { defineOperation } from "../core/define.ts";
import type { PaymentNews } from "../core/payments.ts";
import { disputed, disputeWon, tellTeam } from "./order-mails.ts";
import { presentInvoice } from "./papers/present-invoice.ts";
import { paymentNews } from "./payment-records.ts";
import { settle, subjectsOf } from "./settle.ts";
import { takeBack } from "./take-back.ts";
import { takeBackPart } from "./take-back-part.ts";

/**
 * What a payment provider tells us of an order. Each event is remembered by its id and done once; they come in any
 * order, as each is judged by how the order stands.
 */
export default defineOperation({
  name: "receive_payment_news",
  scopes: [],
  actors: ["webhook"],
  effect: "write",
  input: z.strictObject({ provider: z.enum(paymentProviders), news: paymentNews }),
  output: z.strictObject({ outcome: z.enum(["done", "repeated", "not_ours"]) }),
  async run(context, { provider, news }) {
    return async (tx, record) => {
      const order = await orderOf(tx, news);
      // Other things may be sold through the same account at the provider.
      if (!order || order.isTest || order.provider !== provider) return { outcome: "not_ours" as const };
      const event = { provider, id: news.id, type: news.type, orderNumber: order.number };
      if (!(await rememberEvent(tx, event, context.now))) return { outcome: "repeated" as const };
      const isChanged = await follow(tx, record, context, order, news);
      if (!isChanged) record({ subjects: subjectsOf(order), after: { heard: news.type } });
      return { outcome: "done" as const };
    };
  },
});

/** The order that news are about. */
export async function orderOf(db: Db, news: PaymentNews): Promise<Order | null> {
  if (news.about === "nothing") return null;
  const number = news.about === "dispute" ? null : news.orderNumber;
  if (number !== null) return orderByNumber(db, number);
  return news.about === "session" ? null : orderByPayment(db, news.paymentId);
}

/** What follows from a lost dispute, which may be about a part of the payment; of another currency it is about all of it. */
async function chargeBack(
  tx: Tx,
  record: (entry: Entry) => void,
  context: CallContext,
  order: Order,
  { amount, currency }: { amount: number; currency: string },
): Promise<boolean> {
  const left = presentInvoice(await invoicesOf(tx, order.id))?.left ?? 0;
  if (currency !== order.currency || amount >= left)
    return takeBack(tx, record, context, order, "The payment was charged back.");
  const total = order.gross!;
  return takeBackPart(tx, record, context, order, { amount: total - (left - amount), total });
}

async function follow(
  tx: Tx,
  record: (entry: Entry) => void,
  context: CallContext,
  order: Order,
  news: PaymentNews,
): Promise<boolean> {
  if (news.about === "session") return settle(tx, record, context, order, news.state);
  if (news.about === "refund") {
    if (news.amount >= news.total) return takeBack(tx, record, context, order, "The payment was refunded.");
    return takeBackPart(tx, record, context, order, news);
  }
  if (news.about === "nothing") return false;
  if (news.outcome === "lost") return chargeBack(tx, record, context, order, news);
  await tellTeam(tx, context, order, news.outcome === "opened" ? disputed(order, news.reason) : disputeWon(order));
  return false;
}
