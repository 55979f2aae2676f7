import { and, desc, eq, gte, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { accountInvites } from "../../schema/abuse-rules.ts";
import { accounts, apiKeys, emailLinks, sessions, spentChallenges } from "../../schema/accounts.ts";
import type { ApprovalPolicy } from "../../schema/columns.ts";
import type { Role } from "../../schema/vocabulary.ts";
import { type Db, prepared, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

export type Account = typeof accounts.$inferSelect;
type NewAccount = typeof accounts.$inferInsert;

export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export const accountByEmail = async (db: Db, email: string): Promise<Account | undefined> =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.email, normalizeEmail(email)))
    .get();

const byId = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare(),
);
export const accountById = async (db: Db, id: number): Promise<Account | undefined> => byId(db).get({ id });

/** Throws if the email address is taken. */
export async function createAccount(
  tx: Tx,
  account: Pick<NewAccount, "email" | "name" | "passwordHash" | "role" | "isReview" | "signUpNetwork"> & {
    isVerified?: boolean;
  },
  now: Date,
): Promise<Account> {
  const stamp = now.toISOString();
  const { isVerified = false, ...values } = account;
  return tx
    .insert(accounts)
    .values({
      ...values,
      email: normalizeEmail(account.email),
      emailVerifiedAt: isVerified ? stamp : null,
      createdAt: stamp,
      updatedAt: stamp,
    })
    .returning()
    .get();
}

/** The refusal recorded for an old email address does not apply to a new one. */
const deliverable = { mailRefusedAt: null, mailRefusal: null };

export async function updateAccount(
  tx: Tx,
  id: number,
  changes: Partial<Omit<Account, "id" | "createdAt" | "updatedAt">>,
  now: Date,
): Promise<void> {
  await tx
    .update(accounts)
    .set({ ...(changes.email !== undefined && deliverable), ...changes, updatedAt: now.toISOString() })
    .where(eq(accounts.id, id));
}

/** How many admins can sign in apart from this account. */
export const otherAdminCount = (db: Db, id: number): Promise<number> =>
  db.$count(accounts, and(eq(accounts.role, "admin"), ne(accounts.id, id), isNull(accounts.suspendedAt)));

export interface AccountFilter {
  q: string;
  role?: Role;
  isSuspended?: boolean;
  domain?: string;
  /** Accounts created at or after this time. */
  since?: string;
}

/** Returns accounts, newest first. The start of an email address with its `@` is looked up in the index. */
export async function findAccounts(
  db: Db,
  { q, role, isSuspended, domain, since }: AccountFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Account[]> {
  const text = normalizeEmail(q);
  const isStart = /^[^@]+@/.test(text);
  const contains = sql`(instr(${accounts.email}, ${text}) OR instr(lower(${accounts.name}), ${text}) OR ${accounts.id} = ${Number(text) || 0})`;
  const matches = isStart ? and(gte(accounts.email, text), lt(accounts.email, `${text}\u{10ffff}`)) : contains;
  return db
    .select()
    .from(accounts)
    .where(
      and(
        text === "" ? undefined : matches,
        role === undefined ? undefined : eq(accounts.role, role),
        isSuspended === undefined ? undefined : sql`(${accounts.suspendedAt} IS NOT NULL) = ${Number(isSuspended)}`,
        domain === undefined ? undefined : sql`${accounts.email} LIKE ${`%@${domain.replace(/[%_]/g, "")}`}`,
        since === undefined ? undefined : gte(accounts.createdAt, since),
      ),
    )
    .orderBy(isStart ? sql`+${accounts.id} DESC` : desc(accounts.id))
    .limit(limit)
    .offset(offset);
}

export async function deleteUnproved(tx: Tx, email: string): Promise<void> {
  await tx.delete(accounts).where(and(eq(accounts.email, normalizeEmail(email)), isNull(accounts.emailVerifiedAt)));
}

export type ApiKey = typeof apiKeys.$inferSelect;

export const keyPrefix = "lk_";
export const keyPrefixOf = (isTest: boolean) => (isTest ? `${keyPrefix}test_` : keyPrefix);

export async function createApiKey(
  tx: Tx,
  key: Omit<typeof apiKeys.$inferInsert, "createdAt">,
  now: Date,
): Promise<ApiKey> {
  return tx
    .insert(apiKeys)
    .values({ ...key, createdAt: now.toISOString() })
    .returning()
    .get();
}

export const keysOfAccount = async (db: Db, accountId: number): Promise<ApiKey[]> =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id));

export const apiKeyById = async (db: Db, id: number): Promise<ApiKey | undefined> =>
  db.select().from(apiKeys).where(eq(apiKeys.id, id)).get();

export const setKeyApprovalPolicy = async (tx: Tx, id: number, policy: ApprovalPolicy | null): Promise<void> => {
  await tx.update(apiKeys).set({ approvalPolicy: policy }).where(eq(apiKeys.id, id));
};

const signUpNetworkDays = 30;

export async function sweepAccounts(tx: Tx, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  await tx.delete(sessions).where(lt(sessions.expiresAt, yesterday));
  await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, yesterday));
  await tx.delete(spentChallenges).where(lt(spentChallenges.expiresAt, yesterday));
  await tx.delete(accountInvites).where(lt(accountInvites.expiresAt, now.toISOString()));
  const old = lt(accounts.createdAt, new Date(now.getTime() - signUpNetworkDays * dayMs).toISOString());
  await tx
    .update(accounts)
    .set({ signUpNetwork: null })
    .where(and(isNotNull(accounts.signUpNetwork), old));
}
