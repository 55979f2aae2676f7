import * as z from "zod";
import { type Order, updateOrder } from "#db/queries/orders/orders.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { PaymentError, type PaymentState, type Payments } from "../core/ports/payments.ts";
import { timeWords } from "../core/text/text.ts";
import { applyPaymentState, subjectsOf } from "./payments/apply-payment-state.ts";
import { isConsumer } from "./payments/may-withdraw.ts";
import { placesFor, takePlaces } from "./shared/paid-places.ts";
import { linkActors, linkInput, openLinked } from "./shared/pay-link.ts";
import { isPayable, payableOf } from "./shared/payable.ts";
import { leastPayMinutes } from "./shared/rules.ts";

/** Opens the payment page before writing anything. After an interruption, a retry gets the same page. */
export default defineOperation({
  name: "confirm_order",
  scopes: [],
  actors: linkActors,
  effect: "write",
  input: z.strictObject({
    ...linkInput,
    agreed: z.boolean().describe("The consumer's request to start work before the withdrawal period ends"),
  }),
  output: z.strictObject({
    url: z.string().nullable().describe("URL of the payment page; null if there is nothing to pay"),
  }),
  async run(context, { agreed, ...link }) {
    const order = await openLinked(context.read, context, link);
    const payments = requirePayments(context, order);
    if (!isPayable(order))
      throw new Problem("state_conflict", `Enter the billing details of order ${order.number} first.`);
    if (!agreed && isConsumer(order))
      invalid("agreed", "required", "must be ticked, because we start work on the order immediately", {
        fix: "Tick the box to place the order.",
      });
    await placesFor(context.read, context, order);
    const page = await asking(pageOf(payments, order, context));
    return async (tx, record) => {
      const present = await openLinked(tx, context, link);
      if (await applyPaymentState({ tx, record, context, order: present }, page.state)) return { url: null };
      if (present.sessionId === null) {
        // The payment page shows the old total, so the buyer must not see that page.
        if (present.gross !== order.gross)
          throw new Problem(
            "state_conflict",
            `The billing details of order ${order.number} have just changed. Check the order again.`,
          );
        await takePlaces(tx, context, present);
        await updateOrder(tx, order.id, { sessionId: page.state.sessionId, confirmedAt: context.now.toISOString() });
        record({ subjects: subjectsOf(order), after: { confirmed: true, agreed } });
      }
      return { url: page.url };
    };
  },
});

function requirePayments({ payments }: CallContext, order: Order): Payments {
  if (order.provider === "sandbox")
    throw new Problem("state_conflict", `Order ${order.number} is a test order, which cannot be paid.`);
  return payments ?? unavailable("This site has no payment provider at the moment.");
}

async function pageOf(
  payments: Payments,
  order: Order,
  { read, urls, now }: CallContext,
): Promise<{ url: string | null; state: PaymentState }> {
  if (order.sessionId !== null) return payments.ask(order.sessionId);
  const left = Date.parse(order.expiresAt) - now.getTime();
  if (left < leastPayMinutes * 60_000)
    throw new Problem(
      "state_conflict",
      `The payment page must stay open for at least ${leastPayMinutes} minutes, but this link expires on ${timeWords(order.expiresAt)}. Create a new checkout after that time.`,
    );
  return payments.open(payableOf(read, order, urls));
}

async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof PaymentError && !error.isPassing)
      throw new Problem(
        "unavailable",
        "The payment provider refused to open a payment page. You owe nothing. Ask the operator of this site to check the payment settings, and give them your order number.",
      );
    if (error instanceof PaymentError)
      unavailable("The payment provider is not responding. You owe nothing. Try again in a minute.");
    throw error;
  }
}

function unavailable(detail: string): never {
  throw new Problem("unavailable", detail, { retryAfter: 60 });
}
