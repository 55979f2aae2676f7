import { and, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { accounts } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import type { ClaimMethod, ClaimStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Claim = typeof claims.$inferSelect;
type NewClaim = typeof claims.$inferInsert;

export interface Claimant {
  accountId: number;
  siteId: number;
  isTest: boolean;
}

export const createClaim = async (tx: Tx, claim: NewClaim): Promise<Claim> =>
  tx.insert(claims).values(claim).returning().get();

export const updateClaim = async (tx: Tx, id: number, changes: Partial<NewClaim>): Promise<Claim> =>
  (await tx.update(claims).set(changes).where(eq(claims.id, id)).returning().get())!;

export const claimById = async (db: Db, id: number): Promise<Claim | undefined> =>
  db.select().from(claims).where(eq(claims.id, id)).get();

const isOf = ({ accountId, siteId, isTest }: Claimant) =>
  and(eq(claims.accountId, accountId), eq(claims.siteId, siteId), eq(claims.isTest, isTest));

export const ownClaim = async (db: Db, owner: Claimant, id: number): Promise<Claim | undefined> =>
  db
    .select()
    .from(claims)
    .where(and(eq(claims.id, id), isOf(owner)))
    .get();

export async function claimsOfAccount(
  db: Db,
  owner: Claimant,
  { limit, offset, statuses }: { limit: number; offset: number; statuses?: ClaimStatus[] },
): Promise<{ rows: Claim[]; total: number }> {
  const where = and(isOf(owner), statuses && inArray(claims.status, statuses));
  const rows = await db.select().from(claims).where(where).orderBy(desc(claims.id)).limit(limit).offset(offset);
  return { rows, total: await db.$count(claims, where) };
}

export const claimsOnListing = (db: Db, owner: Claimant, listingId: number): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(isOf(owner), eq(claims.listingId, listingId)))
    .orderBy(desc(claims.id));

export const pendingClaim = async (
  db: Db,
  owner: Claimant,
  { listingId, method, email }: { listingId: number; method: ClaimMethod; email: string | null },
  now: Date,
): Promise<Claim | undefined> =>
  db
    .select()
    .from(claims)
    .where(
      and(
        isOf(owner),
        eq(claims.listingId, listingId),
        eq(claims.method, method),
        eq(claims.status, "pending"),
        email === null ? undefined : eq(claims.email, email),
        gt(claims.expiresAt, now.toISOString()),
      ),
    )
    .get();

export const claimByLink = async (db: Db, linkHash: string, now: Date): Promise<Claim | undefined> =>
  db
    .select()
    .from(claims)
    .where(and(eq(claims.linkHash, linkHash), gt(claims.linkExpiresAt, now.toISOString())))
    .get();

export interface ClaimWithPerson {
  claim: Claim;
  account: { id: number; email: string; name: string };
}

export const person = { id: accounts.id, email: accounts.email, name: accounts.name };

export const claimsOnCompany = (db: Db, companyId: number, status: ClaimStatus): Promise<ClaimWithPerson[]> =>
  db
    .select({ claim: claims, account: person })
    .from(claims)
    .innerJoin(accounts, eq(accounts.id, claims.accountId))
    .where(and(eq(claims.companyId, companyId), eq(claims.status, status), eq(claims.isTest, false)));

export const provedClaims = (db: Db, accountId: number): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(eq(claims.accountId, accountId), eq(claims.status, "verified"), eq(claims.isTest, false)));

// The claim does not expire while the team is still deciding on it.
const isUndecided = sql`EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.claimId} = ${claims.id}
  AND ${disputes.status} = 'open' AND ${claims.provedAt} IS NOT NULL)`;

export const expireClaims = (tx: Tx, now: Date): Promise<Claim[]> =>
  tx
    .update(claims)
    .set({ status: "expired", checkingSince: null, linkHash: null })
    .where(and(eq(claims.status, "pending"), lte(claims.expiresAt, now.toISOString()), sql`NOT ${isUndecided}`))
    .returning();

const isDue = (now: Date) =>
  and(eq(claims.status, "verified"), eq(claims.isTest, false), lte(claims.nextCheckAt, now.toISOString()));

export const dueRechecks = (db: Db, now: Date): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(isDue(now), isNotNull(claims.companyId), ne(claims.method, "email")));

/** Email claims that are due. Either their owners must confirm them again, or the claims have ended. */
export const dueRenewals = (db: Db, now: Date): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(isDue(now), eq(claims.method, "email")));
