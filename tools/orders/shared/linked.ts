import * as z from "zod";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Db } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { linkedOrder } from "./pay-link.ts";
import { expiredWords } from "./rules.ts";

/** Input of actions at an order's link. The key replaces a sign-in. */
export const linkInput = { number: z.string(), key: z.string() };

export const linkActors = ["anonymous", "person"] as const;

export async function openLinked(db: Db, context: CallContext, input: { number: string; key: string }): Promise<Order> {
  const order = (await linkedOrder(db, context, input)) ?? notFound("order", input.number);
  if (order.status !== "pending")
    throw new Problem(
      "state_conflict",
      `Order ${order.number} has the status ${order.status}, so there is nothing to pay.`,
    );
  if (order.expiresAt <= context.now.toISOString())
    throw new Problem("state_conflict", `The link of order ${order.number} has expired. ${expiredWords(order)}`);
  return order;
}
