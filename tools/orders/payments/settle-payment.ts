import * as z from "zod";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import { notFound } from "../../core/errors/errors.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { applyPaymentState } from "./apply-payment-state.ts";
import { paymentState } from "./payment-records.ts";

export default defineOperation({
  name: "settle_payment",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ number: z.string(), state: paymentState }),
  output: z.strictObject({ status: z.enum(orderStatuses) }),
  async run(context, { number, state }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      await applyPaymentState({ tx, record, context, order }, state);
      return { status: (await orderByNumber(tx, number))!.status };
    };
  },
});
