import { and, eq } from "drizzle-orm";
import { companyOwners } from "../../schema/drafts.ts";
import { listings } from "../../schema/listings.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { addFounders } from "../listings/company-founders.ts";

interface NewOwner {
  companyId: number;
  accountId: number;
  via: string;
  /** The account that invited this one. */
  invitedBy?: number;
}

/** Lets an account edit a company. An account that has access already keeps it unchanged. */
export async function addOwner(tx: Tx, owner: NewOwner, now: Date): Promise<void> {
  await tx
    .insert(companyOwners)
    .values({ ...owner, createdAt: now.toISOString() })
    .onConflictDoNothing();
  await addFounders(tx, owner.companyId);
}

/** An account's access to a company, or undefined. */
export async function accessTo(db: Db, accountId: number, companyId: number) {
  const [row] = await db
    .select({ via: companyOwners.via, readOnlySince: companyOwners.readOnlySince })
    .from(companyOwners)
    .where(and(eq(companyOwners.accountId, accountId), eq(companyOwners.companyId, companyId)));
  return row;
}

/** Returns whether an account may edit a company. */
export const ownsCompany = async (db: Db, accountId: number, companyId: number): Promise<boolean> =>
  (await accessTo(db, accountId, companyId))?.readOnlySince === null;

const ownersQuery = preparedSql<{ id: number; email: string; name: string }, [number]>(`
  SELECT a.id, a.email, a.name FROM company_owners o JOIN accounts a ON a.id = o.account_id
  WHERE o.company_id = ? AND a.suspended_at IS NULL AND o.read_only_since IS NULL`);

/** Who may edit a company and can be written to. */
export const ownersOfCompany = (db: Db, companyId: number) => ownersQuery.all(db, companyId);

interface OwnerProfile {
  companyId: number;
  name: string;
  bio: string;
  links: Record<string, string>;
  photoHash: string | null;
}

const profilesQuery = preparedSql<Omit<OwnerProfile, "links"> & { links: string }, [string]>(`
  SELECT o.company_id AS companyId, f.name, f.bio, f.links, f.photo_hash AS photoHash
  FROM json_each(?) j CROSS JOIN company_owners o ON o.company_id = j.value
  JOIN accounts a ON a.id = o.account_id JOIN founders f ON f.id = a.founder_id
  WHERE o.read_only_since IS NULL AND a.suspended_at IS NULL`);

/** The founder profiles of those who may edit one of these companies. */
export const ownerProfiles = async (db: Db, companyIds: readonly number[]): Promise<OwnerProfile[]> =>
  (await profilesQuery.all(db, JSON.stringify(companyIds))).map((row) => ({ ...row, links: JSON.parse(row.links) }));

export async function companyOfListing(db: Db, listingId: number): Promise<number | null> {
  const [row] = await db.select({ id: listings.companyId }).from(listings).where(eq(listings.id, listingId));
  return row?.id ?? null;
}

/** Whether anybody came to own a company this way. */
export async function hasOwnerVia(db: Db, via: string): Promise<boolean> {
  const found = await db
    .select({ via: companyOwners.via })
    .from(companyOwners)
    .where(eq(companyOwners.via, via))
    .limit(1);
  return found.length > 0;
}
