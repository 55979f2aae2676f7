import { type Account, createSession, type SessionRow, sessionByHash } from "#db/queries/accounts/accounts.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { derivedSecret, hashSecret, newSecret } from "./secrets.ts";

const lifetimeMs = 30 * dayMs;
/** So long after signing in a browser counts as its person's, where there is no password to ask for. */
const provedMs = 20 * 60_000;

/** Signs a browser in: a new session with a new secret each time, so that one known before is worth nothing. */
export async function startSession(tx: Tx, accountId: number, userAgent: string, now: Date): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
  await createSession(
    tx,
    { tokenHash: hashSecret(token), accountId, userAgent: userAgent.slice(0, 300), expiresAt },
    now,
  );
  return token;
}

export const sessionOf = async (db: Db, token: string | undefined, now: Date): Promise<SessionRow | null> =>
  token === undefined || token.length > 100 ? null : sessionByHash(db, hashSecret(token), now);

/** Whether whoever sits at the browser has just proved to be its person. */
export const isProved = ({ createdAt }: Pick<SessionRow, "createdAt">, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < provedMs;

/**
 * Marks a browser that has signed in to an account, for as long as the account has the same password; null if it has
 * none. The mark signs nobody in: it only lifts limits on tries that others have used up.
 */
export const browserMark = ({ id, passwordHash }: Pick<Account, "id" | "passwordHash">): string | null =>
  passwordHash === null ? null : derivedSecret(passwordHash, String(id), "browser");
