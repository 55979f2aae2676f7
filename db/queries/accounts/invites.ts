import { and, eq } from "drizzle-orm";
import { draftInvites, drafts } from "../../schema/drafts.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Invite = typeof draftInvites.$inferSelect;

/** What an invitation is for: a draft, a listing, or a draft that became a listing. */
export interface InviteTarget {
  draftId: number | null;
  listingId: number | null;
}

export const invitesOfDraft = (db: Db, draftId: number): Promise<Invite[]> =>
  db.select().from(draftInvites).where(eq(draftInvites.draftId, draftId)).orderBy(draftInvites.id);

/** Invitations that the account sent for the listing or, before there is one, for the draft. */
export const invitesOf = (db: Db, { draftId, listingId }: InviteTarget, invitedBy: number): Promise<Invite[]> => {
  const target = listingId === null ? eq(draftInvites.draftId, draftId!) : eq(draftInvites.listingId, listingId);
  const sent = and(target, eq(draftInvites.invitedBy, invitedBy));
  return db.select().from(draftInvites).where(sent).orderBy(draftInvites.id);
};

/** Saves an invitation. Its link replaces that of the invitation with the same id, if it has one. */
export async function saveInvite(
  tx: Tx,
  invite: Omit<typeof draftInvites.$inferInsert, "createdAt">,
  now: Date,
): Promise<Invite> {
  const { tokenHash, expiresAt } = invite;
  const createdAt = now.toISOString();
  return tx
    .insert(draftInvites)
    .values({ ...invite, createdAt })
    .onConflictDoUpdate({
      target: draftInvites.id,
      set: { tokenHash, expiresAt, createdAt, acceptedBy: null, acceptedAt: null },
    })
    .returning()
    .get();
}

/** Keeps the invitations of a draft that becomes a listing. */
export async function moveInvites(tx: Tx, draftId: number, listingId: number): Promise<void> {
  await tx.update(draftInvites).set({ listingId }).where(eq(draftInvites.draftId, draftId));
}

export const inviteByToken = async (db: Db, tokenHash: string) =>
  db
    .select({ invite: draftInvites, draft: drafts })
    .from(draftInvites)
    .leftJoin(drafts, eq(drafts.id, draftInvites.draftId))
    .where(eq(draftInvites.tokenHash, tokenHash))
    .get();

export async function acceptInvite(tx: Tx, id: number, accountId: number, now: Date): Promise<void> {
  await tx
    .update(draftInvites)
    .set({ acceptedBy: accountId, acceptedAt: now.toISOString() })
    .where(eq(draftInvites.id, id));
}
