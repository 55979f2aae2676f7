import { eq } from "drizzle-orm";
import { accounts, apiKeys } from "../../schema/accounts.ts";
import { founders } from "../../schema/companies.ts";
import type { Tx } from "../../store/store.ts";

export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.id, id));
}

export async function deleteApiKey(tx: Tx, id: number): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.id, id));
}

export async function deleteFounder(tx: Tx, id: number): Promise<void> {
  await tx.delete(founders).where(eq(founders.id, id));
}
