import { type Invoice, invoicesOf } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { orderNumberOf } from "./orders.ts";

/** Returns an order's number and documents for the buyer and the team, or null for anyone else. */
export async function ownInvoicesOf(visit: SignedInVisit): Promise<{ number: string; documents: Invoice[] } | null> {
  const { read } = visit.runtime.store;
  const { account } = visit;
  const order = await orderByNumber(read, orderNumberOf(visit).trim().toUpperCase());
  // Test orders of sandbox keys have no pages.
  const isShown = order && !order.isTest && (order.accountId === account.id || account.role === "admin");
  return isShown ? { number: order.number, documents: await invoicesOf(read, order.id) } : null;
}
