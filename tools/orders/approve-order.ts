import * as z from "zod";
import { updateOrder } from "#db/queries/orders/orders.ts";
import { Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awaitsOwner } from "./ceiling.ts";
import { subjectsOf } from "./payments/settle.ts";
import { linkInput, openUnapproved } from "./shared/linked.ts";

/** The owner lets an order be paid that a key or app made above its ceiling. It orders nothing yet. */
export default defineOperation({
  name: "approve_order",
  scopes: ["orders:write"],
  actors: ["person"],
  effect: "write",
  input: z.strictObject(linkInput),
  output: z.strictObject({ number: z.string() }),
  async run(context, link) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const order = await openUnapproved(tx, context, link);
      if (order.accountId !== accountId)
        throw new Problem("forbidden", `Order ${order.number} was made for another account, whose owner confirms it.`);
      if (awaitsOwner(order)) {
        await updateOrder(tx, order.id, { approvedAt: context.now.toISOString() });
        record({ subjects: subjectsOf(order), after: { approved: true } });
      }
      return { number: order.number };
    };
  },
});
