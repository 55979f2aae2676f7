import { type Account, accountByEmail, accountById, createAccount } from "#db/queries/accounts/accounts.ts";
import { accountOfIdentity, linkIdentity } from "#db/queries/accounts/credentials.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { confirmEmail, welcome } from "./people.ts";

/** A user as the provider describes them. `email` is null unless the provider has verified it. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  name: string;
}

/** How a new account is checked and where it comes from. `admit` throws if the person may not have an account. */
export interface Newcomer {
  admit(tx: Tx, email: string): Promise<void>;
  signUpNetwork: string | null;
}

/**
 * Finds or creates the account of a provider's user. A known subject keeps its account even if its email has
 * changed (OpenID Connect Core §5.7). A new subject is linked by email only if the provider has verified the email.
 */
export async function accountByProvider(
  tx: Tx,
  authContext: AuthContext,
  { issuer, subject, email, name }: ProvidedIdentity,
  newcomer: Newcomer,
): Promise<{ account: Account } | { refusal: "unproved" | "suspended" }> {
  const { now } = authContext;
  const id = await accountOfIdentity(tx, issuer, subject);
  const known = id === null ? undefined : await accountById(tx, id);
  if (known) return known.suspendedAt ? { refusal: "suspended" } : { account: known };
  if (email === null) return { refusal: "unproved" };
  const existing = await accountByEmail(tx, email);
  if (existing?.suspendedAt) return { refusal: "suspended" };
  if (!existing) await newcomer.admit(tx, email);
  const { signUpNetwork } = newcomer;
  const account = existing ?? (await createAccount(tx, { email, name, isVerified: true, signUpNetwork }, now));
  if (!existing) {
    await logAuth(tx, authContext, "create_account", account.id);
    await welcome(tx, authContext, account);
  }
  if (!account.emailVerifiedAt) await confirmEmail(tx, authContext, account, name);
  await linkIdentity(tx, issuer, subject, account.id, now);
  await logAuth(tx, authContext, "link_identity", account.id, { after: { issuer } });
  return { account };
}
