import * as z from "zod";
import { type Order, updateOrder } from "#db/queries/orders/orders.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { PaymentError, type PaymentState, type Payments } from "../core/ports/payments.ts";
import { isConsumer } from "./payments/may-withdraw.ts";
import { settle, subjectsOf } from "./payments/settle.ts";
import { linkActors, linkInput, openLinked } from "./shared/linked.ts";
import { placesFor, takePlaces } from "./shared/paid-places.ts";
import { isPayable, payableOf } from "./shared/payable.ts";
import { leastPayMinutes } from "./shared/rules.ts";

/**
 * A person orders with the duty to pay, and is led to the provider's page. The provider is asked before anything is
 * written: asked again, after a stop in between or by a second click, it names the same page.
 */
export default defineOperation({
  name: "confirm_order",
  scopes: [],
  actors: linkActors,
  effect: "write",
  input: z.strictObject({
    ...linkInput,
    agreed: z.boolean().describe("Asks a consumer's order to be done at once, before the time to withdraw is over"),
  }),
  output: z.strictObject({ url: z.string().nullable().describe("Where to pay; null where there is nothing to pay") }),
  async run(context, { agreed, ...link }) {
    const order = await openLinked(context.read, context, link);
    const payments = requirePayments(context, order);
    if (!isPayable(order)) throw new Problem("state_conflict", `Say first whom order ${order.number} is billed to.`);
    if (!agreed && isConsumer(order))
      invalid("agreed", "required", "has to be ticked, so that we may begin at once", {
        fix: "Tick it, or do not order: what you order begins at once.",
      });
    await placesFor(context.read, context, order);
    const page = await asking(pageOf(payments, order, context));
    return async (tx, record) => {
      const present = await openLinked(tx, context, link);
      if (await settle(tx, record, context, present, page.state)) return { url: null };
      if (present.sessionId === null) {
        // Nobody is shown the page that was opened for the sum from before.
        if (present.gross !== order.gross)
          throw new Problem("state_conflict", `Order ${order.number} was billed otherwise just now; look at it again.`);
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
    throw new Problem("state_conflict", `Order ${order.number} is a trial, which takes no money.`);
  return payments ?? unavailable("Payments are not set up at present.");
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
      `The payment page must be open for at least ${leastPayMinutes} minutes, and this link ends at ${order.expiresAt}. Make a new checkout after that.`,
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
        "The payment provider refused to open a payment page. Nothing was ordered. The operator of this site must check its payment settings: write to them and keep the number of your order.",
      );
    if (error instanceof PaymentError)
      unavailable("The payment provider does not answer at present. Nothing was ordered; try again in a minute.");
    throw error;
  }
}

function unavailable(detail: string): never {
  throw new Problem("unavailable", detail, { retryAfter: 60 });
}
