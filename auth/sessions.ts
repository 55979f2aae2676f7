import type { Account } from "#db/queries/accounts/accounts.ts";
import { type SessionRow, sessionByHash } from "#db/queries/accounts/bearers.ts";
import { createSession } from "#db/queries/accounts/credentials.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { derivedSecret, hashSecret, newSecret } from "./secrets.ts";

const lifetimeMs = 30 * dayMs;
const recentMs = 20 * 60_000;

/**
 * Creates a session with a new secret. The browser's earlier secret becomes useless, which prevents session fixation.
 */
export async function startSession(tx: Tx, accountId: number, userAgent: string, now: Date): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await createSession(tx, hashSecret(token), accountId, userAgent.slice(0, 300), expiresAt, now);
  return token;
}

export const sessionOf = async (db: Db, token: string | undefined, now: Date): Promise<SessionRow | null> =>
  token === undefined || token.length > 100 ? null : sessionByHash(db, hashSecret(token), now);

/**
 * Returns whether the browser signed in recently. This check replaces the password prompt for accounts without a
 * password.
 */
export const isRecentSignIn = ({ createdAt }: Pick<SessionRow, "createdAt">, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < recentMs;

/**
 * Returns a mark for a browser that has signed in to the account, or null if the account has no password. The mark is
 * valid until the password changes. It signs no one in, but gives the browser its own limit on sign-in attempts, which
 * others cannot use up.
 */
export const browserMark = ({ id, passwordHash }: Pick<Account, "id" | "passwordHash">): string | null =>
  passwordHash === null ? null : derivedSecret(passwordHash, String(id), "browser");
