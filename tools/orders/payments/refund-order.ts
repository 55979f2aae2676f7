import * as z from "zod";
import { enqueue, hasJob } from "#db/queries/common/jobs.ts";
import { failedRefunds, orderByNumber } from "#db/queries/orders/orders.ts";
import { owedOrders } from "#db/queries/orders/payment-events.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { refundOrder } from "../jobs.ts";
import { notifyTeam, refundFailed } from "../order-mails.ts";
import { subjectsOf } from "./apply-payment-state.ts";
import { reverseFulfilment } from "./reverse-fulfilment.ts";

export const orderRefunded = defineOperation({
  name: "order_refunded",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ number: z.string(), failed_before: z.int().default(0) }),
  output: z.strictObject({ status: z.enum(orderStatuses) }),
  async run(context, { number, failed_before }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      // The provider may report a failed refund before this job ends.
      if (failedRefunds(order) <= failed_before) {
        // An order that could not be fulfilled keeps that reason. Other messages are about a partial or failed refund.
        const why = order.status === "paid" && failed_before === 0 ? order.statusMessage : null;
        await reverseFulfilment({ tx, record, context, order }, why ?? "The order was refunded.");
      }
      return { status: (await orderByNumber(tx, number))!.status };
    };
  },
});

export const refundGivenUp = defineOperation({
  name: "refund_given_up",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ number: z.string(), why: z.string(), is_final: z.boolean().default(false) }),
  output: z.strictObject({ number: z.string() }),
  async run(context, { number, why, is_final }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      await notifyTeam({ tx, context, order }, refundFailed(order, why, is_final));
      record({ subjects: subjectsOf(order), after: { refund: "given up", why } });
      return { number };
    };
  },
});

export default defineTeamTool({
  name: "refund_order",
  description: "Refunds a paid order in full and takes back what was bought.",
  rest: { method: "POST", path: "/team/orders/{number}/refund" },
  scopes: ["team:admin"],
  actors: ["person", "key", "admin"],
  effect: "write",
  isAlwaysApproved: true,
  input: z.strictObject({
    number: z.string(),
    is_sent: z.boolean().default(false).describe("The team has paid the buyer another way after a failed refund"),
  }),
  output: z.strictObject({ number: z.string() }),
  async run(context, { number, is_sent }) {
    return async (tx, record) => {
      const order = (await orderByNumber(tx, number)) ?? notFound("order", number);
      if (is_sent) {
        if (!(await owedOrders(tx, [refundOrder.kind])).includes(number))
          throw new Problem("state_conflict", `Order ${number} has the status ${order.status} and no failed refund.`);
        await reverseFulfilment({ tx, record, context, order }, "We have sent the money another way.");
        return { number };
      }
      if (order.status !== "paid" && order.status !== "fulfilled")
        throw new Problem(
          "state_conflict",
          `Order ${number} has the status ${order.status}, so there is nothing to refund.`,
        );
      const job = refundOrder.request({ number, failedBefore: failedRefunds(order) });
      if (await hasJob(tx, job.key)) throw new Problem("state_conflict", `Order ${number} is already being refunded.`);
      await enqueue(tx, job, context.now);
      record({ subjects: subjectsOf(order), after: { refund: "asked" } });
      return { number };
    };
  },
});
