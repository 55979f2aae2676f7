import { and, desc, eq, gte } from "drizzle-orm";
import { passkeys, spentChallenges } from "../../schema/accounts.ts";
import type { Db, Tx } from "../../store/store.ts";

type Passkey = typeof passkeys.$inferSelect;

export const passkeysOfAccount = async (db: Db, accountId: number): Promise<Passkey[]> =>
  db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.id));

export const passkeyByCredential = async (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get();

/** Returns the new ID, or undefined if an account already has this credential. */
export async function createPasskey(
  tx: Tx,
  passkey: Pick<Passkey, "accountId" | "name" | "credentialId" | "publicKey" | "signCount">,
  now: Date,
): Promise<number | undefined> {
  const values = { ...passkey, createdAt: now.toISOString() };
  const [row] = await tx.insert(passkeys).values(values).onConflictDoNothing().returning({ id: passkeys.id });
  return row?.id;
}

/** Records a sign-in. Returns false if the passkey was removed or used since it was read. */
export async function recordPasskeyUse(
  tx: Tx,
  { id, signCount }: Passkey,
  newCount: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ signCount: newCount, lastUsedAt: now.toISOString() })
    .where(and(eq(passkeys.id, id), eq(passkeys.signCount, signCount)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function deletePasskeys(
  tx: Tx,
  accountId: number,
  which: { id: number } | { since: string },
): Promise<Passkey[]> {
  const one = "id" in which ? eq(passkeys.id, which.id) : gte(passkeys.createdAt, which.since);
  return tx
    .delete(passkeys)
    .where(and(eq(passkeys.accountId, accountId), one))
    .returning();
}

/** Returns false if the challenge was spent before. */
export async function spendChallenge(tx: Tx, challengeHash: string, expiresAt: string): Promise<boolean> {
  const rows = await tx
    .insert(spentChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ challengeHash: spentChallenges.challengeHash });
  return rows.length > 0;
}
