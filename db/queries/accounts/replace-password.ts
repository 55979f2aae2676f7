import type { LinkPurpose } from "../../schema/vocabulary.ts";
import type { Tx } from "../../store/store.ts";
import { updateAccount } from "./accounts.ts";
import { deleteSessions } from "./credentials.ts";
import { endEmailLinks } from "./email-links.ts";

/**
 * Links that end when the password or the email address changes, because an intruder may have requested them. Links
 * that stop a change stay valid, because the owner needs them to regain the account.
 */
export const pendingPurposes = [
  "verify",
  "sign_in",
  "reset",
  "approve",
  "change",
  "erase",
] as const satisfies readonly LinkPurpose[];

export async function replacePassword(
  tx: Tx,
  accountId: number,
  changes: { passwordHash: string; emailVerifiedAt?: string },
  { keepId }: { keepId: number | null },
  now: Date,
): Promise<void> {
  await updateAccount(tx, accountId, changes, now);
  await deleteSessions(tx, accountId, keepId);
  await endEmailLinks(tx, accountId, pendingPurposes);
}
