import * as z from "zod";
import { enqueue, hasJob } from "../../db/queries/jobs.ts";
import { orderByNumber } from "../../db/queries/orders.ts";
import { orderStatuses } from "../../db/schema/vocabulary.ts";
import { defineOperation } from "../core/define.ts";
import { notFound, Problem } from "../core/errors.ts";
import { refundOrderJob } from "./job-names.ts";
import { refundFailed, tellTeam } from "./order-mails.ts";
import { subjectsOf } from "./settle.ts";
import { takeBack } from "./take-back.ts";

/** Notes that the money of an order has gone back, with all that follows: the last step of the job that sends it. */
export const orderRefunded = defineOperation({
  name: "order_refunded",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ status: z.enum(orderStatuses) }),
  async run(context, { number }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      await takeBack(tx, record, context, order, order.statusMessage ?? "The order was refunded.");
      return { status: (await orderByNumber(tx, number))!.status };
    };
  },
});

/** Tells the team of a refund that does not go through: the last step of the job that gave it up. */
export const refundGivenUp = defineOperation({
  name: "refund_given_up",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ number: z.string(), why: z.string() }),
  output: z.strictObject({ number: z.string() }),
  async run(context, { number, why }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      await tellTeam(tx, context, order, refundFailed(order, why));
      record({ subjects: subjectsOf(order), after: { refund: "given up", why } });
      return { number };
    };
  },
});

/** Sends the whole money of an order back; the order is refunded once the provider has taken that. */
export default defineOperation({
  name: "refund_order",
  scopes: [],
  actors: ["admin"],
  effect: "write",
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ number: z.string() }),
  async run({ now }, { number }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      if (order.status !== "paid" && order.status !== "fulfilled")
        throw new Problem("state_conflict", `${number} is ${order.status}: there is no money to send back.`);
      const job = refundOrderJob(number);
      if (await hasJob(tx, job.key)) throw new Problem("state_conflict", `${number} is being refunded already.`);
      await enqueue(tx, job, now);
      record({ subjects: subjectsOf(order), after: { refund: "asked" } });
      return { number };
    };
  },
});
