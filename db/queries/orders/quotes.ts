import { and, eq, lt } from "drizzle-orm";
import { billingDetails, quotes } from "../../schema/quotes.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Quote = typeof quotes.$inferSelect;
export type BillingDetails = Omit<typeof billingDetails.$inferSelect, "accountId" | "updatedAt">;

export async function saveQuote(tx: Tx, quote: Omit<Quote, "id">): Promise<number> {
  const { id } = await tx.insert(quotes).values(quote).returning({ id: quotes.id }).get();
  return id;
}

export async function quoteOfAccount(db: Db, accountId: number, siteId: number, id: number): Promise<Quote | null> {
  const isOne = and(eq(quotes.id, id), eq(quotes.accountId, accountId), eq(quotes.siteId, siteId));
  return (await db.select().from(quotes).where(isOne).get()) ?? null;
}

/** Deletes quotes that expired before the given time. Orders keep copies of what they need. */
export async function forgetQuotes(tx: Tx, before: Date): Promise<void> {
  await tx.delete(quotes).where(lt(quotes.expiresAt, before.toISOString()));
}

export async function billingOfAccount(db: Db, accountId: number): Promise<BillingDetails | null> {
  const row = await db.select().from(billingDetails).where(eq(billingDetails.accountId, accountId)).get();
  if (!row) return null;
  const { accountId: _, updatedAt: __, ...details } = row;
  return details;
}

export async function saveBillingDetails(tx: Tx, accountId: number, details: BillingDetails, now: Date): Promise<void> {
  const row = { ...details, updatedAt: now.toISOString() };
  await tx
    .insert(billingDetails)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: billingDetails.accountId, set: row });
}
