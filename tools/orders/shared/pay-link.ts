import { openText, sealText } from "#db/keys/sealed-text.ts";
import { type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { Db, Tx } from "#db/store/store.ts";
import type { CallContext, SiteUrls } from "../../core/operations/context.ts";

const place = (number: string) => `order:${number}`;

/** The secret of an order's link, sealed. */
export const newLinkSecret = (tx: Tx, number: string, { newSecret }: Pick<CallContext, "newSecret">): string =>
  sealText(tx, newSecret().secret, place(number));

/** Path of the payment page with the secret that replaces a sign-in; null if the secret is lost. */
export function payPath(db: Db, { number, linkSecret }: Pick<Order, "number" | "linkSecret">): string | null {
  const secret = openText(db, linkSecret, place(number));
  return secret && `/checkout/${number}?${new URLSearchParams({ key: secret })}`;
}

export function payUrl(db: Db, order: Pick<Order, "number" | "linkSecret">, { base }: SiteUrls): string | null {
  const path = payPath(db, order);
  return path && base + path;
}

/** The order of a link, or null if the secret is wrong. */
export async function linkedOrder(
  db: Db,
  { hashSecret }: Pick<CallContext, "hashSecret">,
  { number, key }: { number: string; key: string },
): Promise<Order | null> {
  const order = await orderByNumber(db, number);
  const secret = order && openText(db, order.linkSecret, place(number));
  return secret && hashSecret(secret) === hashSecret(key) ? order : null;
}
