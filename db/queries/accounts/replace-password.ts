import type { LinkPurpose } from "../../schema/vocabulary.ts";
import type { Tx } from "../../store/store.ts";
import { deleteSessions, endEmailLinks, updateAccount } from "./accounts.ts";

/**
 * Links that end when the password or the address changes: they may have been asked for by whoever is to be shut out.
 * Those that stop a change stay, for they are the owner's way back.
 */
export const pendingPurposes = [
  "verify",
  "sign_in",
  "reset",
  "approve",
  "change",
  "erase",
] as const satisfies readonly LinkPurpose[];

/** Ends what an earlier password has opened: sessions but `keepId`, and links that are on their way. */
export async function replacePassword(
  tx: Tx,
  accountId: number,
  changes: { passwordHash: string; emailVerifiedAt?: string },
  { keepId }: { keepId: number | null },
  now: Date,
): Promise<void> {
  await updateAccount(tx, accountId, changes, now);
  await deleteSessions(tx, accountId, { keepId });
  await endEmailLinks(tx, accountId, pendingPurposes);
}
