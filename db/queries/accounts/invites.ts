import { eq } from "drizzle-orm";
import { draftInvites, drafts } from "../../schema/drafts.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Invite = typeof draftInvites.$inferSelect;

export const invitesOfDraft = (db: Db, draftId: number): Promise<Invite[]> =>
  db.select().from(draftInvites).where(eq(draftInvites.draftId, draftId)).orderBy(draftInvites.id);

interface NewInvite {
  draftId: number;
  email: string;
  tokenHash: string;
  expiresAt: string;
}

export async function saveInvite(tx: Tx, invite: NewInvite, now: Date): Promise<Invite> {
  const { tokenHash, expiresAt } = invite;
  const createdAt = now.toISOString();
  return tx
    .insert(draftInvites)
    .values({ ...invite, createdAt })
    .onConflictDoUpdate({
      target: [draftInvites.draftId, draftInvites.email],
      set: { tokenHash, expiresAt, createdAt },
    })
    .returning()
    .get();
}

export const inviteByToken = async (db: Db, tokenHash: string) =>
  db
    .select({ invite: draftInvites, draft: drafts })
    .from(draftInvites)
    .innerJoin(drafts, eq(drafts.id, draftInvites.draftId))
    .where(eq(draftInvites.tokenHash, tokenHash))
    .get();

export async function acceptInvite(tx: Tx, id: number, accountId: number, now: Date): Promise<void> {
  await tx
    .update(draftInvites)
    .set({ acceptedBy: accountId, acceptedAt: now.toISOString() })
    .where(eq(draftInvites.id, id));
}
