import { eq, sql } from "drizzle-orm";
import { companyFounders, founders } from "../../schema/companies.ts";
import { type Db, prepared, type Tx } from "../../store/store.ts";
import { accountById, updateAccount } from "../accounts/accounts.ts";
import { slugify } from "../listings/slugs.ts";

export type FounderProfile = typeof founders.$inferSelect;

const byId = prepared((db) =>
  db
    .select()
    .from(founders)
    .where(eq(founders.id, sql.placeholder("id")))
    .prepare(),
);
export const founderById = async (db: Db, id: number): Promise<FounderProfile | undefined> => byId(db).get({ id });

export async function founderOfAccount(db: Db, accountId: number): Promise<FounderProfile | null> {
  const account = await accountById(db, accountId);
  return account?.founderId ? ((await founderById(db, account.founderId)) ?? null) : null;
}

export async function founderIdBySlug(db: Db, slug: string): Promise<number | null> {
  const [row] = await db.select({ id: founders.id }).from(founders).where(eq(founders.slug, slug));
  return row?.id ?? null;
}

export interface ProfileFacts {
  name: string;
  bio: string;
  links: Record<string, string>;
  /** Null leaves the photo unchanged. */
  photoHash: string | null;
  /** If absent, the choice stays unchanged. */
  inDataSet?: boolean;
}

/** Creates a profile if the id is null. The slug is made when a name is first set, and never changes. */
export async function saveFounderProfile(tx: Tx, id: number | null, facts: ProfileFacts, now: Date): Promise<number> {
  const { photoHash, ...texts } = facts;
  const time = now.toISOString();
  const known = id === null ? undefined : await founderById(tx, id);
  const leaves = known?.inDataSet && facts.inDataSet === false && { leftDataSetAt: time };
  const values = { ...texts, ...(photoHash !== null && { photoHash }), ...leaves, updatedAt: time };
  if (known) {
    const slug = known.name === "" ? await freeSlug(tx, facts.name) : known.slug;
    await tx
      .update(founders)
      .set({ ...values, slug })
      .where(eq(founders.id, known.id));
    return known.id;
  }
  const slug = await freeSlug(tx, facts.name);
  const created = await tx
    .insert(founders)
    .values({ ...values, slug, createdAt: now.toISOString() })
    .returning({ id: founders.id })
    .get();
  return created.id;
}

/**
 * Returns the id of the account's profile. A missing profile is created with the account's name, which may be empty.
 */
export async function beginProfile(tx: Tx, accountId: number, now: Date): Promise<number> {
  const account = (await accountById(tx, accountId))!;
  if (account.founderId !== null) return account.founderId;
  const name = account.name.trim();
  const founderId = await saveFounderProfile(tx, null, { name, bio: "", links: {}, photoHash: null }, now);
  await updateAccount(tx, accountId, { founderId }, now);
  return founderId;
}

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugify(name, "founder");
  if ((await founderIdBySlug(tx, slug)) === null) return slug;
  // A random suffix avoids searching for the next free number for a common name.
  return `${slug}-${crypto.randomUUID().slice(0, 8)}`;
}

export async function setFounders(tx: Tx, companyId: number, founderIds: number[]): Promise<void> {
  await tx.delete(companyFounders).where(eq(companyFounders.companyId, companyId));
  if (founderIds.length > 0)
    await tx
      .insert(companyFounders)
      .values(founderIds.map((founderId, position) => ({ companyId, founderId, position })));
}
