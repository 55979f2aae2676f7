import { type Account, deleteSessions } from "#db/queries/accounts/accounts.ts";
import type { SessionRow } from "#db/queries/accounts/bearers.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { accountByPassword } from "./people.ts";
import { accountByProvider, type ProvidedIdentity } from "./provided-accounts.ts";
import { startSession } from "./sessions.ts";

/** Who signs in with what: the session the browser had ends. */
export interface Browser {
  session: SessionRow | null;
  userAgent: string;
}

type How = "password" | "link" | "provider";

/** Signs a browser in, and returns the secret of its session. */
export async function signIn(
  tx: Tx,
  authContext: AuthContext,
  { session, userAgent }: Browser,
  account: Account,
  how: How,
): Promise<string> {
  if (session) await deleteSessions(tx, session.accountId, { id: session.id });
  const token = await startSession(tx, account.id, userAgent, authContext.now);
  await logAuth(tx, authContext, "start_session", account.id, { after: { how } });
  return token;
}

/** The account and the secret of its new session. */
interface SignedIn {
  account: Account;
  token: string;
}

/** Returns null where address and password do not belong together. */
export async function signInByPassword(
  authContext: AuthContext,
  browser: Browser,
  email: string,
  password: string,
): Promise<SignedIn | null> {
  const account = await accountByPassword(authContext.store.read, email, password);
  if (!account) return null;
  return {
    account,
    token: await authContext.store.write((tx) => signIn(tx, authContext, browser, account, "password")),
  };
}

/** Signs someone in that an OpenID provider vouches for, or returns why not. */
export const signInByProvider = (
  authContext: AuthContext,
  browser: Browser,
  identity: ProvidedIdentity,
): Promise<SignedIn | { refusal: "unproved" | "suspended" }> =>
  authContext.store.write(async (tx) => {
    const found = await accountByProvider(tx, authContext, identity);
    if ("refusal" in found) return found;
    return { ...found, token: await signIn(tx, authContext, browser, found.account, "provider") };
  });

/** Signs one browser of an account out. */
export const endSession = (authContext: AuthContext, accountId: number, id: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    if ((await deleteSessions(tx, accountId, { id })) > 0)
      await logAuth(tx, authContext, "end_session", accountId, { subjects: [`session:${id}`, `account:${accountId}`] });
  });

/** Signs all browsers of an account out but one. */
export const endOtherSessions = (authContext: AuthContext, accountId: number, keepId: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    const ended = await deleteSessions(tx, accountId, { keepId });
    if (ended > 0) await logAuth(tx, authContext, "end_other_sessions", accountId, { after: { ended } });
  });
