import * as z from "zod";
import { enqueue, hasJob } from "#db/queries/common/jobs.ts";
import { failedRefunds, updateOrder } from "#db/queries/orders/orders.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { refundOrder } from "./jobs.ts";
import { notifyBuyer, notifyTeam, withdrawn, withdrawnForTeam } from "./order-mails.ts";
import { subjectsOf } from "./payments/apply-payment-state.ts";
import { isUntouched, whyNoWithdrawal } from "./payments/may-withdraw.ts";
import { ownOrder } from "./shared/own-order.ts";

/**
 * Sends a confirmation with the time at which the withdrawal was received (Directive 2011/83/EU, article 11a). The team
 * handles partial refunds.
 */
export default defineOperation({
  name: "withdraw_order",
  scopes: ["orders:write"],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ number: z.string() }),
  output: z.strictObject({ is_refunded: z.boolean().describe("Whether the full amount is refunded automatically") }),
  async run(context, { number }) {
    const { now } = context;
    return async (tx, record) => {
      const order = await ownOrder(tx, context, number);
      const why = whyNoWithdrawal(order, now);
      if (why !== null) throw new Problem("state_conflict", why);
      const isRefunded = isUntouched(order, now);
      await updateOrder(tx, order.id, { withdrawnAt: now.toISOString() });
      const job = refundOrder.request({ number, failedBefore: failedRefunds(order) });
      if (isRefunded && !(await hasJob(tx, job.key))) await enqueue(tx, job, now);
      await notifyBuyer({ tx, context, order }, withdrawn(order, now, isRefunded));
      await notifyTeam({ tx, context, order }, withdrawnForTeam(order, isRefunded));
      record({ subjects: subjectsOf(order), after: { withdrawn_at: now.toISOString(), is_refunded: isRefunded } });
      return { is_refunded: isRefunded };
    };
  },
});
