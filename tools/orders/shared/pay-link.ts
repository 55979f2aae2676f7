import * as z from "zod";
import { openText, sealText } from "#db/keys/sealed-text.ts";
import { type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import type { CallContext, SiteUrls } from "../../core/operations/context.ts";
import { expiredWords } from "./rules.ts";

const place = (number: string) => `order:${number}`;

export const newLinkSecret = (tx: Tx, number: string, { newSecret }: Pick<CallContext, "newSecret">): string =>
  sealText(tx, newSecret().secret, place(number));

/** The path of the payment link; null if its secret is lost. */
export function payPath(db: Db, { number, linkSecret }: Pick<Order, "number" | "linkSecret">): string | null {
  const secret = openText(db, linkSecret, place(number));
  return secret && `/checkout/${number}?${new URLSearchParams({ key: secret })}`;
}

export function payUrl(db: Db, order: Pick<Order, "number" | "linkSecret">, { base }: SiteUrls): string | null {
  const path = payPath(db, order);
  return path && base + path;
}

export async function linkedOrder(
  db: Db,
  { hashSecret }: Pick<CallContext, "hashSecret">,
  { number, key }: { number: string; key: string },
): Promise<Order | null> {
  const order = await orderByNumber(db, number);
  const secret = order && openText(db, order.linkSecret, place(number));
  return secret && hashSecret(secret) === hashSecret(key) ? order : null;
}

/** The input for actions on a payment link's page. `key` replaces signing in. */
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
    throw new Problem("state_conflict", `The link for order ${order.number} has expired. ${expiredWords(order)}`);
  return order;
}
