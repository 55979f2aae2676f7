import { and, eq } from "drizzle-orm";
import { companyOwners } from "../../schema/drafts.ts";
import { listings } from "../../schema/listings.ts";
import type { Db, Tx } from "../../store/store.ts";
import { addFounders } from "../listings/company-founders.ts";

type NewOwner = Omit<typeof companyOwners.$inferInsert, "createdAt">;

export async function addOwner(tx: Tx, owner: NewOwner, now: Date): Promise<void> {
  await tx
    .insert(companyOwners)
    .values({ ...owner, createdAt: now.toISOString() })
    .onConflictDoNothing();
  await addFounders(tx, owner.companyId);
}

export const accessTo = async (db: Db, accountId: number, companyId: number) =>
  db
    .select({ via: companyOwners.via, readOnlySince: companyOwners.readOnlySince })
    .from(companyOwners)
    .where(and(eq(companyOwners.accountId, accountId), eq(companyOwners.companyId, companyId)))
    .get();

export const ownsCompany = async (db: Db, accountId: number, companyId: number): Promise<boolean> =>
  (await accessTo(db, accountId, companyId))?.readOnlySince === null;

export async function companyOfListing(db: Db, listingId: number): Promise<number | null> {
  const [row] = await db.select({ id: listings.companyId }).from(listings).where(eq(listings.id, listingId));
  return row?.id ?? null;
}

export const hasOwnerVia = async (db: Db, via: string): Promise<boolean> =>
  (await db.select({ via: companyOwners.via }).from(companyOwners).where(eq(companyOwners.via, via)).limit(1).get()) !==
  undefined;
