import * as z from "zod";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Db } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { awaitsOwner } from "../ceiling.ts";
import { linkedOrder, payUrl } from "./pay-link.ts";
import { expiredWords } from "./rules.ts";

/** Fields of what a person does at the link of an order; the key stands in for a sign-in. */
export const linkInput = { number: z.string(), key: z.string() };

/** Who may come by a link: anyone who has it. */
export const linkActors = ["anonymous", "person"] as const;

/** The order a link leads to, which must be open to be paid. Throws 404, or 409 with what became of it or what is missing. */
export async function openLinked(db: Db, context: CallContext, input: { number: string; key: string }): Promise<Order> {
  const order = await openUnapproved(db, context, input);
  if (!awaitsOwner(order)) return order;
  throw new Problem("state_conflict", `Order ${order.number} waits for its owner to confirm it.`, {
    nextActions: [
      { why: "Sign in and confirm the order.", who: "human", url: payUrl(db, order, context.urls) ?? undefined },
    ],
  });
}

/** The same, where its owner may still have to approve it. */
export async function openUnapproved(
  db: Db,
  context: CallContext,
  input: { number: string; key: string },
): Promise<Order> {
  const order = (await linkedOrder(db, context, input)) ?? notFound("order", input.number);
  if (order.status !== "pending")
    throw new Problem("state_conflict", `Order ${order.number} is ${order.status}; nothing is to be paid.`);
  if (order.expiresAt <= context.now.toISOString())
    throw new Problem("state_conflict", `The link of order ${order.number} has expired. ${expiredWords(order)}`);
  return order;
}
