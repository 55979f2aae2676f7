import { enqueueAll } from "#db/queries/common/jobs.ts";
import { type Order, orderByNumber, ordersToAskAbout } from "#db/queries/orders/orders.ts";
import { forgetQuotes } from "#db/queries/orders/quotes.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { handleJobs, type JobEnd, PermanentFailure } from "../core/operations/job.ts";
import { PaymentError, type PaymentState, type Payments } from "../core/ports/payments.ts";
import type { VatRegister } from "../core/ports/vat-register.ts";
import correctVatOperation, { isVatOpen } from "./correct-vat.ts";
import * as jobs from "./jobs.ts";
import { askPayment } from "./jobs.ts";
import { orderRefunded, refundGivenUp } from "./payments/refund-order.ts";
import settlePayment from "./payments/settle-payment.ts";
import { isPayable, payableOf } from "./shared/payable.ts";

export interface OrderPorts {
  payments: Payments | null;
  vatRegister: VatRegister | null;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

/** If no event arrives for this long, we ask the provider about the payment. */
const askAfterMs = 600_000;
/** How long we keep an expired quote, so that it can be told apart from an unknown one. */
const keepQuotesMs = 30 * dayMs;

export const orderJobs = (ports: OrderPorts) =>
  handleJobs(jobs, {
    askPayment: {
      async run({ read, now, finish }, { number }) {
        const order = await orderByNumber(read, number);
        if (order?.status !== "pending") return undefined;
        const isOver = order.expiresAt <= now.toISOString();
        const state = await asking(stateOf(read, order, ports));
        if (state === null)
          return isOver ? finish(settlePayment, { number, state: neverPaid(order) }, order.siteId) : undefined;
        // An overdue payment page is closed before the order ends, so nobody can pay afterwards.
        if (state.status === "open" && isOver) {
          await asking(paymentsOf(ports).close(state.sessionId));
          const { state: last } = await asking(paymentsOf(ports).ask(state.sessionId));
          return finish(settlePayment, { number, state: last }, order.siteId);
        }
        return finish(settlePayment, { number, state }, order.siteId);
      },
    },

    refundOrder: {
      async run({ read, finish }, { number, failedBefore }) {
        const order = await orderByNumber(read, number);
        if (!order || (order.status !== "paid" && order.status !== "fulfilled")) return undefined;
        if (order.provider !== "sandbox" && order.paymentId !== null)
          await asking(paymentsOf(ports).refund(number, order.paymentId, undefined, failedBefore));
        return finish(orderRefunded, { number, failed_before: failedBefore }, order.siteId);
      },
      onDead: toldOfRefund,
    },

    refundVat: {
      async run({ read }, { number, amount }) {
        const order = await orderByNumber(read, number);
        if (order?.paymentId && order.status !== "refunded")
          await asking(
            paymentsOf(ports).refund(number, order.paymentId, { amount, currency: order.currency, why: "vat" }),
          );
        return undefined;
      },
      onDead: toldOfRefund,
    },

    confirmVatId: {
      async run({ read, now, finish }, { number }) {
        const order = await orderByNumber(read, number);
        if (!order || !isVatOpen(order) || !ports.vatRegister) return undefined;
        const answer = await ports.vatRegister.lookUp(order.billing!.vatId!);
        if (answer.status === "unavailable") throw new Error("the VAT ID register is not responding");
        const { status, consultationNumber, name, address } = answer;
        const consultation = { status, number: consultationNumber, name, address, asked_at: now.toISOString() };
        return finish(correctVatOperation, { number, consultation }, order.siteId);
      },
    },

    closeSession: {
      async run({ read, finish }, { number }) {
        const order = await orderByNumber(read, number);
        if (!order?.sessionId || order.provider === "sandbox") return undefined;
        const payments = paymentsOf(ports);
        await asking(payments.close(order.sessionId));
        // A payment made just before the page closed must not wait for an event that may never come.
        const { state } = await asking(payments.ask(order.sessionId));
        return state.status === "paid" ? finish(settlePayment, { number, state }, order.siteId) : undefined;
      },
    },

    watchOrders: {
      run:
        async ({ now }) =>
        async (tx) => {
          const stamp = now.toISOString();
          const open = await ordersToAskAbout(tx, now, new Date(now.getTime() - askAfterMs));
          const requests = open.map(({ number, expiresAt }) =>
            askPayment.request({ number }, stamp.slice(0, expiresAt <= stamp ? 15 : 13)),
          );
          await enqueueAll(tx, requests, now);
        },
    },

    sweepQuotes: {
      run:
        async ({ now }) =>
        (tx) =>
          forgetQuotes(tx, new Date(now.getTime() - keepQuotesMs)),
    },
  });

async function toldOfRefund({ read, finish }: JobEnd, { number }: { number: string }, error: Error) {
  const order = await orderByNumber(read, number);
  return order
    ? finish(refundGivenUp, { number, why: error.message, is_final: error instanceof PermanentFailure }, order.siteId)
    : undefined;
}

/** The payment's state at the provider; null if no payment page was opened. */
async function stateOf(read: Db, order: Order, ports: OrderPorts): Promise<PaymentState | null> {
  if (order.provider === "sandbox") return null;
  const payments = paymentsOf(ports);
  if (order.sessionId !== null) return (await payments.ask(order.sessionId)).state;
  // The process may have ended before it stored the page's ID. Sending the same request again returns the same page.
  if (order.confirmedAt === null || !isPayable(order)) return null;
  const site = await siteById(read, order.siteId);
  return site && (await payments.open(payableOf(read, order, ports.urlsOf(site)))).state;
}

const neverPaid = ({ gross, currency }: Order): PaymentState => ({
  status: "expired",
  sessionId: "",
  paymentId: null,
  amount: gross ?? 0,
  currency,
  cardCountry: null,
});

function paymentsOf({ payments }: OrderPorts): Payments {
  if (payments === null) throw new PermanentFailure("no payment provider is configured; set STRIPE_SECRET_KEY");
  return payments;
}

async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw error instanceof PaymentError && !error.isPassing ? new PermanentFailure(error.message) : error;
  }
}
