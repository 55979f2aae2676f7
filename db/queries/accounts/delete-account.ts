import { eq } from "drizzle-orm";
import { apiKeys } from "../../schema/accounts.ts";
import { founders } from "../../schema/companies.ts";
import type { Tx } from "../../store/store.ts";

/** Deletes a key for good, revoked or not. */
export async function deleteApiKey(tx: Tx, id: number): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.id, id));
}

/** Deletes a founder's profile; the companies stay. */
export async function deleteFounder(tx: Tx, id: number): Promise<void> {
  await tx.delete(founders).where(eq(founders.id, id));
}
