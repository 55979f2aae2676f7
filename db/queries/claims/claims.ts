import { and, count, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { accounts } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import type { ClaimMethod, ClaimStatus, ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export type Claim = typeof claims.$inferSelect;
type NewClaim = typeof claims.$inferInsert;

/** Whose claims: an account's on a site, in the directory or in its sandbox. */
export interface Claimant {
  accountId: number;
  siteId: number;
  isTest: boolean;
}

/** What a claim is on. */
export interface ClaimedListing {
  id: number;
  companyId: number;
  slug: string;
  name: string;
  /** The product's own address. */
  url: string;
  status: ListingStatus;
}

const listingColumns = "l.id, l.company_id AS companyId, l.slug, c.name, c.url, l.status";
const bySlugQuery = preparedSql<ClaimedListing, [number, string]>(`
  SELECT ${listingColumns} FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ?`);
const byIdQuery = preparedSql<ClaimedListing, [number]>(
  `SELECT ${listingColumns} FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?`,
);

export const listingToClaim = (db: Db, siteId: number, slug: string) => bySlugQuery.get(db, siteId, slug);

const relatedQuery = preparedSql<{ one: 1 }, [number, number, number]>(`
  SELECT 1 AS one FROM company_owners WHERE company_id = ?2 AND account_id = ?1
  UNION ALL SELECT 1 FROM claims WHERE listing_id = ?3 AND account_id = ?1 LIMIT 1`);
/** Returns whether an account knows a listing even if it is not public: it has access to the company or has claimed the listing. */
export const isRelatedTo = async (db: Db, accountId: number, { id, companyId }: ClaimedListing): Promise<boolean> =>
  (await relatedQuery.get(db, accountId, companyId, id)) !== null;

export const claimedListing = (db: Db, listingId: number) => byIdQuery.get(db, listingId);

/** The listing of a claim as it is now; null where it was deleted. */
export const listingOfClaim = async (
  db: Db,
  { listingId }: Pick<Claim, "listingId">,
): Promise<ClaimedListing | null> => (listingId === null ? null : claimedListing(db, listingId));

/** What people call what is claimed. */
export const nameOfClaimed = async (db: Db, claim: Pick<Claim, "listingId" | "slug">): Promise<string> =>
  (await listingOfClaim(db, claim))?.name || claim.slug;

export async function createClaim(tx: Tx, claim: NewClaim): Promise<Claim> {
  const [row] = await tx.insert(claims).values(claim).returning();
  return row!;
}

export async function updateClaim(tx: Tx, id: number, changes: Partial<NewClaim>): Promise<Claim> {
  const [row] = await tx.update(claims).set(changes).where(eq(claims.id, id)).returning();
  return row!;
}

export async function claimById(db: Db, id: number): Promise<Claim | undefined> {
  const [row] = await db.select().from(claims).where(eq(claims.id, id));
  return row;
}

const isOf = ({ accountId, siteId, isTest }: Claimant) =>
  and(eq(claims.accountId, accountId), eq(claims.siteId, siteId), eq(claims.isTest, isTest));

/** A claim of this account on this site; undefined also where it is somebody else's. */
export async function ownClaim(db: Db, owner: Claimant, id: number): Promise<Claim | undefined> {
  const [row] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.id, id), isOf(owner)));
  return row;
}

/** A page of an account's claims, newest first, and how many there are. */
export async function claimsOfAccount(
  db: Db,
  owner: Claimant,
  { limit, offset, statuses }: { limit: number; offset: number; statuses?: ClaimStatus[] },
): Promise<{ rows: Claim[]; total: number }> {
  const where = and(isOf(owner), statuses && inArray(claims.status, statuses));
  const rows = await db.select().from(claims).where(where).orderBy(desc(claims.id)).limit(limit).offset(offset);
  const [counted] = await db.select({ total: count() }).from(claims).where(where);
  return { rows, total: counted!.total };
}

/** The account's claims on a listing, newest first. */
export const claimsOnListing = (db: Db, owner: Claimant, listingId: number): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(isOf(owner), eq(claims.listingId, listingId)))
    .orderBy(desc(claims.id));

/** The account's pending claim on a listing by a method, and to an address where one is given. */
export async function pendingClaim(
  db: Db,
  owner: Claimant,
  { listingId, method, email }: { listingId: number; method: ClaimMethod; email: string | null },
  now: Date,
): Promise<Claim | undefined> {
  const [row] = await db
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
    );
  return row;
}

const lostQuery = preparedSql<{ why: string }, [number, number]>(`
  SELECT error_message AS why FROM claims
  WHERE account_id = ? AND company_id = ? AND status = 'revoked' AND error_message IS NOT NULL ORDER BY id DESC LIMIT 1`);
/** Why the account's latest claim on a company was revoked; null where none was. */
export const whyRevoked = async (db: Db, accountId: number, companyId: number): Promise<string | null> =>
  (await lostQuery.get(db, accountId, companyId))?.why ?? null;

const timesQuery = preparedSql<{ at: string }, [number, string]>(
  "SELECT created_at AS at FROM claims WHERE account_id = ? AND created_at > ? ORDER BY created_at",
);
/** When an account made claims since a time, oldest first; its sandbox's count as well. */
export const claimTimesSince = async (db: Db, accountId: number, since: Date): Promise<string[]> =>
  (await timesQuery.all(db, accountId, since.toISOString())).map(({ at }) => at);

const sentQuery = preparedSql<{ at: string }, [string, string]>(
  "SELECT link_sent_at AS at FROM claims WHERE email = ? AND link_sent_at > ? ORDER BY link_sent_at",
);
/** When links were mailed to an address since a time, whoever asked for them; oldest first. */
export const linkTimesSince = async (db: Db, email: string, since: Date): Promise<string[]> =>
  (await sentQuery.all(db, email, since.toISOString())).map(({ at }) => at);

/** The claim of a mailed link, if it still works. */
export async function claimByLink(db: Db, linkHash: string, now: Date): Promise<Claim | undefined> {
  const [row] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.linkHash, linkHash), gt(claims.linkExpiresAt, now.toISOString())));
  return row;
}

/** A claim with whoever made it. */
export interface ClaimWithPerson {
  claim: Claim;
  account: { id: number; email: string; name: string };
}

const person = { id: accounts.id, email: accounts.email, name: accounts.name };

/** Claims on a company that are in a status, but for those of sandboxes. */
export const claimsOnCompany = (db: Db, companyId: number, status: ClaimStatus): Promise<ClaimWithPerson[]> =>
  db
    .select({ claim: claims, account: person })
    .from(claims)
    .innerJoin(accounts, eq(accounts.id, claims.accountId))
    .where(and(eq(claims.companyId, companyId), eq(claims.status, status), eq(claims.isTest, false)));

/** The claims by which an account has proved companies. */
export const provedClaims = (db: Db, accountId: number): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(and(eq(claims.accountId, accountId), eq(claims.status, "verified"), eq(claims.isTest, false)));

// One that the team decides on waits for it.
const isUndecided = sql`EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.claimId} = ${claims.id}
  AND ${disputes.status} = 'open' AND ${claims.provedAt} IS NOT NULL)`;

/** Ends the claims whose time is up, and returns them. */
export const expireClaims = (tx: Tx, now: Date): Promise<Claim[]> =>
  tx
    .update(claims)
    .set({ status: "expired", checkingSince: null, linkHash: null })
    .where(and(eq(claims.status, "pending"), lte(claims.expiresAt, now.toISOString()), sql`NOT ${isUndecided}`))
    .returning();

const failOnQuery = preparedSql<never, [string]>(`
  UPDATE claims SET status = 'failed', error_code = 'listing_gone', error_message = 'The listing has been deleted.',
    checking_since = NULL, link_hash = NULL
  WHERE listing_id IN (SELECT value FROM json_each(?)) AND status = 'pending'`);
/** Ends the pending claims on listings that are about to go. */
export const failClaimsOn = (tx: Tx, listingIds: readonly number[]): Promise<void> =>
  failOnQuery.run(tx, JSON.stringify(listingIds));

/** Verified claims whose proof is due to be looked at again. */
export const dueRechecks = (db: Db, now: Date): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.status, "verified"),
        eq(claims.isTest, false),
        isNotNull(claims.companyId),
        lte(claims.nextCheckAt, now.toISOString()),
        ne(claims.method, "email"),
      ),
    );

/** Claims by mail that are due to be asked about again, or at their end. */
export const dueRenewals = (db: Db, now: Date): Promise<Claim[]> =>
  db
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.status, "verified"),
        eq(claims.isTest, false),
        lte(claims.nextCheckAt, now.toISOString()),
        eq(claims.method, "email"),
      ),
    );
