import {
  type Account,
  accountByEmail,
  accountByIdentity,
  createAccount,
  linkIdentity,
} from "../db/queries/accounts.ts";
import { audit } from "../db/queries/audit.ts";
import type { Tx } from "../db/store.ts";
import { confirmAddress } from "./people.ts";

export type ProviderOutcome = { account: Account } | { refusal: "unproved" | "suspended" };

/**
 * The account of someone an OpenID provider vouches for. A known subject is its account whatever address it has now
 * (OpenID Connect Core §5.7); an unknown one is joined by an address only if the provider has verified it, so `email`
 * is null unless it has.
 */
export async function accountByProvider(
  tx: Tx,
  { issuer, subject, email, name }: { issuer: string; subject: string; email: string | null; name: string },
  now: Date,
): Promise<ProviderOutcome> {
  const known = await accountByIdentity(tx, issuer, subject);
  if (known) return known.suspendedAt ? { refusal: "suspended" } : { account: known };
  if (email === null) return { refusal: "unproved" };
  const existing = await accountByEmail(tx, email);
  if (existing?.suspendedAt) return { refusal: "suspended" };
  const account =
    existing ?? (await createAccount(tx, { email, name: name.trim().slice(0, 100), isVerified: true }, now));
  if (!account.emailVerifiedAt) await confirmAddress(tx, account, now);
  await linkIdentity(tx, { issuer, subject, accountId: account.id }, now);
  const by = { accountId: account.id, via: "browser", subject: `identity:${issuer}` };
  if (!existing) await audit(tx, { ...by, action: "account.create" }, now);
  await audit(tx, { ...by, action: "account.link_identity" }, now);
  return { account };
}
