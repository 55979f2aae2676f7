import { and, asc, eq, gte, lt } from "drizzle-orm";
import { invoices } from "../../schema/orders.ts";
import type { InvoiceKind } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";
import { nextInvoiceNumber } from "./next-numbers.ts";

export type Invoice = typeof invoices.$inferSelect;

/**
 * Issues the next invoice or credit note of a series. The number is taken and used in one transaction, and nothing is
 * ever deleted, so a year's numbers have no gaps.
 */
export async function issueInvoice(
  tx: Tx,
  invoice: { orderId: number; kind: InvoiceKind; series: string; prefix: string },
  documentOf: (number: string) => Record<string, unknown>,
  now: Date,
): Promise<Invoice> {
  const { prefix, ...facts } = invoice;
  const year = now.getUTCFullYear();
  const sequence = await nextInvoiceNumber(tx, facts.series, year);
  const number = `${prefix}${year}-${String(sequence).padStart(5, "0")}`;
  const values = { ...facts, year, sequence, number, issuedAt: now.toISOString(), document: documentOf(number) };
  return tx.insert(invoices).values(values).returning().get();
}

export const invoicesOf = (db: Db, orderId: number): Promise<Invoice[]> =>
  db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.id));

export const invoicesIssued = (db: Db, from: string, until: string): Promise<Invoice[]> =>
  db
    .select()
    .from(invoices)
    .where(and(gte(invoices.issuedAt, from), lt(invoices.issuedAt, until)))
    .orderBy(asc(invoices.id));
