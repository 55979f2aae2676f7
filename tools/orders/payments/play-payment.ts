import * as z from "zod";
import { orderByNumber, updateOrder } from "#db/queries/orders/orders.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import { Problem } from "../../core/errors/errors.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { takePlaces } from "../shared/paid-places.ts";
import { linkActors, linkInput, openLinked } from "../shared/pay-link.ts";
import { isPayable } from "../shared/payable.ts";
import { applyPaymentState } from "./apply-payment-state.ts";

/** Simulates a payment. Sandbox orders stay private. Other payments can be simulated only outside production. */
export default defineOperation({
  name: "play_payment",
  scopes: [],
  actors: linkActors,
  effect: "write",
  input: z.strictObject(linkInput),
  output: z.strictObject({ status: z.enum(orderStatuses) }),
  async run(context, link) {
    const { now, simulatesPayments } = context;
    return async (tx, record) => {
      const order = await openLinked(tx, context, link);
      if (order.provider !== "sandbox" || !(order.isTest || simulatesPayments))
        throw new Problem("forbidden", `Order ${order.number} does not accept a simulated payment.`);
      if (!isPayable(order))
        throw new Problem("state_conflict", `Enter the billing details of order ${order.number} first.`);
      await takePlaces(tx, context, order);
      await updateOrder(tx, order.id, { confirmedAt: now.toISOString() });
      await applyPaymentState(
        { tx, record, context, order },
        {
          status: "paid",
          sessionId: "",
          paymentId: null,
          amount: order.gross!,
          currency: order.currency,
          cardCountry: null,
        },
      );
      return { status: (await orderByNumber(tx, order.number))!.status };
    };
  },
});
