import * as z from "zod";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import { notFound } from "../../core/errors/errors.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { paymentState } from "./payment-records.ts";
import { settle } from "./settle.ts";

/** What follows from how the payment of an order stands, as the provider answered when it was asked. */
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
      await settle(tx, record, context, order, state);
      return { status: (await orderByNumber(tx, number))!.status };
    };
  },
});
