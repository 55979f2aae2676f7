import * as z from "zod";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { subjectsOf } from "./payments/apply-payment-state.ts";
import { cancelCheckout } from "./shared/cancel-checkout.ts";
import { ownOrder } from "./shared/own-order.ts";

export default defineOperation({
  name: "cancel_order",
  scopes: ["orders:write"],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ number: z.string() }),
  async run(context, { number }) {
    return async (tx, record) => {
      const order = await ownOrder(tx, context, number);
      if (order.status !== "pending")
        throw new Problem("state_conflict", `Order ${number} has the status ${order.status} and cannot be canceled.`);
      await cancelCheckout(tx, order, context.now);
      record({ subjects: subjectsOf(order), before: { status: order.status }, after: { status: "canceled" } });
      return { number };
    };
  },
});
