import { eq } from "drizzle-orm";
import { accounts, apiKeys } from "../schema/accounts.ts";
import { founders } from "../schema/companies.ts";
import type { Tx } from "../store.ts";
import { companiesProvedBy, setVerification } from "./verification.ts";

/**
 * Deletes an account with its sessions, keys, connected apps, drafts and ownerships. What it did stays in the log of
 * changes, its listings stay without it as an owner, and so does its founder profile: both are public on their own.
 */
export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  // What only they have proved is nobody's any more.
  for (const companyId of await companiesProvedBy(tx, id)) await setVerification(tx, companyId, null);
  await tx.delete(accounts).where(eq(accounts.id, id));
}

/** Deletes a key for good, revoked or not. */
export async function deleteApiKey(tx: Tx, id: number): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.id, id));
}

/** Deletes a founder's profile; the companies stay. */
export async function deleteFounder(tx: Tx, id: number): Promise<void> {
  await tx.delete(founders).where(eq(founders.id, id));
}
