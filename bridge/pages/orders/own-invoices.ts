import { type Invoice, invoicesOf } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { orderNumberOf } from "./orders.ts";

/** An order's number and its documents, for the buyer and for the team; null for anyone else. */
export async function ownInvoicesOf(visit: SignedInVisit): Promise<{ number: string; documents: Invoice[] } | null> {
  const { read } = visit.runtime.store;
  const { account } = visit;
  const order = await orderByNumber(read, orderNumberOf(visit).trim().toUpperCase());
  // Pages do not show test orders of sandbox keys, like get_order.
  const isShown = order && !order.isTest && (order.accountId === account.id || account.role === "team");
  return isShown ? { number: order.number, documents: await invoicesOf(read, order.id) } : null;
}
