import { and, eq, gt } from "drizzle-orm";
import { listings, listingUpdates, milestones, stories } from "../../schema/listings.ts";
import type { Db, Tx } from "../../store/store.ts";

export interface UpdateRow {
  id: number;
  title: string;
  body: string;
  created_at: string;
}

export async function updateTimesSince(db: Db, listingId: number, time: Date): Promise<string[]> {
  const rows = await db
    .select({ createdAt: listingUpdates.createdAt })
    .from(listingUpdates)
    .where(and(eq(listingUpdates.listingId, listingId), gt(listingUpdates.createdAt, time.toISOString())))
    .orderBy(listingUpdates.createdAt);
  return rows.map(({ createdAt }) => createdAt);
}

export async function addUpdate(
  tx: Tx,
  listingId: number,
  update: Pick<UpdateRow, "title" | "body">,
  now: Date,
): Promise<UpdateRow> {
  const { title, body } = update;
  return tx
    .insert(listingUpdates)
    .values({ listingId, title, body, createdAt: now.toISOString() })
    .returning({
      id: listingUpdates.id,
      title: listingUpdates.title,
      body: listingUpdates.body,
      created_at: listingUpdates.createdAt,
    })
    .get();
}

const milestoneColumns = {
  id: milestones.id,
  date: milestones.date,
  title: milestones.title,
  description: milestones.description,
  url: milestones.url,
};

export type MilestoneRow = Pick<typeof milestones.$inferSelect, keyof typeof milestoneColumns>;

export const milestoneCount = (db: Db, listingId: number): Promise<number> =>
  db.$count(milestones, eq(milestones.listingId, listingId));

export const addMilestone = async (
  tx: Tx,
  listingId: number,
  milestone: Omit<MilestoneRow, "id">,
  now: Date,
): Promise<MilestoneRow> =>
  tx
    .insert(milestones)
    .values({ ...milestone, listingId, createdAt: now.toISOString() })
    .returning(milestoneColumns)
    .get();

export const deleteMilestone = async (tx: Tx, listingId: number, id: number): Promise<MilestoneRow | undefined> =>
  tx
    .delete(milestones)
    .where(and(eq(milestones.id, id), eq(milestones.listingId, listingId)))
    .returning(milestoneColumns)
    .get();

export type Story = Pick<typeof stories.$inferSelect, "title" | "sections" | "isWhole" | "publishedAt">;

export async function storyOfListing(db: Db, listingId: number): Promise<Story> {
  const { title, sections, isWhole, publishedAt } = stories;
  const row = await db
    .select({ title, sections, isWhole, publishedAt })
    .from(stories)
    .where(eq(stories.listingId, listingId))
    .get();
  return row ?? { title: "", sections: {}, isWhole: false, publishedAt: null };
}

export async function saveStory(tx: Tx, listingId: number, story: Story, now: Date): Promise<void> {
  const values = { ...story, updatedAt: now.toISOString() };
  await tx
    .insert(stories)
    .values({ ...values, listingId })
    .onConflictDoUpdate({ target: stories.listingId, set: values });
}

/** Records that a listing's public page has changed although the listing's own text has not. */
export async function touchListing(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(listings).set({ updatedAt: now.toISOString() }).where(eq(listings.id, id));
}
