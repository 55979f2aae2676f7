import type { Account } from "#db/queries/accounts/accounts.ts";
import type { SessionRow } from "#db/queries/accounts/bearers.ts";
import { deleteIdentity, deleteSession, deleteSessions } from "#db/queries/accounts/credentials.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { accountByPassword } from "./people.ts";
import { accountByProvider, type Newcomer, type ProvidedIdentity } from "./provided-accounts.ts";
import { startSession } from "./sessions.ts";

export interface Browser {
  session: SessionRow | null;
  userAgent: string;
}

/** Replaces the browser's session and returns the secret of the new one. */
export async function signIn(
  tx: Tx,
  authContext: AuthContext,
  { session, userAgent }: Browser,
  account: Account,
  how: "password" | "link" | "passkey" | "provider",
): Promise<string> {
  if (session) await deleteSession(tx, session.accountId, session.id);
  const token = await startSession(tx, account.id, userAgent, authContext.now);
  await logAuth(tx, authContext, "start_session", account.id, { after: { how } });
  return token;
}

export interface SignedIn {
  account: Account;
  token: string;
}

/** Returns null if the email or password is wrong. */
export async function signInByPassword(
  authContext: AuthContext,
  browser: Browser,
  email: string,
  password: string,
): Promise<SignedIn | null> {
  const account = await accountByPassword(authContext.store.read, email, password);
  if (!account) return null;
  const token = await authContext.store.write((tx) => signIn(tx, authContext, browser, account, "password"));
  return { account, token };
}

/** Signs in a user of a provider, or returns the reason why this is not possible. */
export const signInByProvider = (
  authContext: AuthContext,
  browser: Browser,
  identity: ProvidedIdentity,
  newcomer: Newcomer,
): Promise<SignedIn | { refusal: "unproved" | "suspended" }> =>
  authContext.store.write(async (tx) => {
    const found = await accountByProvider(tx, authContext, identity, newcomer);
    if ("refusal" in found) return found;
    return { ...found, token: await signIn(tx, authContext, browser, found.account, "provider") };
  });

export const endSession = (authContext: AuthContext, accountId: number, id: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    if (await deleteSession(tx, accountId, id))
      await logAuth(tx, authContext, "end_session", accountId, { subjects: [`session:${id}`, `account:${accountId}`] });
  });

export const endOtherSessions = (authContext: AuthContext, accountId: number, keepId: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    const ended = (await deleteSessions(tx, accountId, keepId)).length;
    if (ended > 0) await logAuth(tx, authContext, "end_other_sessions", accountId, { after: { ended } });
  });

export const unlinkIdentity = (
  authContext: AuthContext,
  accountId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> =>
  authContext.store.write(async (tx) => {
    if (await deleteIdentity(tx, accountId, issuer, subject))
      await logAuth(tx, authContext, "unlink_identity", accountId, { before: { issuer } });
  });
