import {
  type Account,
  accountByEmail,
  accountByIdentity,
  createAccount,
  linkIdentity,
} from "#db/queries/accounts/accounts.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { confirmAddress } from "./people.ts";

/** What a provider says of someone; `email` is null unless it has verified it. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  name: string;
}

/**
 * The account of someone an OpenID provider vouches for. A known subject is its account whatever address it has now
 * (OpenID Connect Core §5.7); an unknown one is joined by an address only if the provider has verified it.
 */
export async function accountByProvider(
  tx: Tx,
  authContext: AuthContext,
  { issuer, subject, email, name }: ProvidedIdentity,
): Promise<{ account: Account } | { refusal: "unproved" | "suspended" }> {
  const { now } = authContext;
  const known = await accountByIdentity(tx, issuer, subject);
  if (known) return known.suspendedAt ? { refusal: "suspended" } : { account: known };
  if (email === null) return { refusal: "unproved" };
  const existing = await accountByEmail(tx, email);
  if (existing?.suspendedAt) return { refusal: "suspended" };
  const account = existing ?? (await createAccount(tx, { email, name, isVerified: true }, now));
  if (!existing) await logAuth(tx, authContext, "create_account", account.id);
  if (!account.emailVerifiedAt) await confirmAddress(tx, authContext, account, name);
  await linkIdentity(tx, { issuer, subject, accountId: account.id }, now);
  await logAuth(tx, authContext, "link_identity", account.id, { after: { issuer } });
  return { account };
}
