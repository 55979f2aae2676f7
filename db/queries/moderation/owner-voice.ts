import { and, count, eq, gt } from "drizzle-orm";
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
  const values = { title: update.title, body: update.body, createdAt: now.toISOString() };
  const [row] = await tx
    .insert(listingUpdates)
    .values({ ...values, listingId })
    .returning();
  const { id, title, body, createdAt } = row!;
  return { id, title, body, created_at: createdAt };
}

const milestoneColumns = {
  id: milestones.id,
  date: milestones.date,
  title: milestones.title,
  description: milestones.description,
  url: milestones.url,
};

export type MilestoneRow = Pick<typeof milestones.$inferSelect, keyof typeof milestoneColumns>;

export async function milestoneCount(db: Db, listingId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(milestones).where(eq(milestones.listingId, listingId));
  return row!.count;
}

export async function addMilestone(
  tx: Tx,
  listingId: number,
  milestone: Omit<MilestoneRow, "id">,
  now: Date,
): Promise<MilestoneRow> {
  const [row] = await tx
    .insert(milestones)
    .values({ ...milestone, listingId, createdAt: now.toISOString() })
    .returning(milestoneColumns);
  return row!;
}

export async function deleteMilestone(tx: Tx, listingId: number, id: number): Promise<MilestoneRow | undefined> {
  const [row] = await tx
    .delete(milestones)
    .where(and(eq(milestones.id, id), eq(milestones.listingId, listingId)))
    .returning(milestoneColumns);
  return row;
}

export type Story = Pick<typeof stories.$inferSelect, "title" | "sections" | "isWhole" | "publishedAt">;

export async function storyOfListing(db: Db, listingId: number): Promise<Story> {
  const [row] = await db
    .select({
      title: stories.title,
      sections: stories.sections,
      isWhole: stories.isWhole,
      publishedAt: stories.publishedAt,
    })
    .from(stories)
    .where(eq(stories.listingId, listingId));
  return row ?? { title: "", sections: {}, isWhole: false, publishedAt: null };
}

export async function saveStory(tx: Tx, listingId: number, story: Story, now: Date): Promise<void> {
  const values = { ...story, updatedAt: now.toISOString() };
  await tx
    .insert(stories)
    .values({ ...values, listingId })
    .onConflictDoUpdate({ target: stories.listingId, set: values });
}

/** Records that the public page of a listing changed, although its own texts did not. */
export async function touchListing(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(listings).set({ updatedAt: now.toISOString() }).where(eq(listings.id, id));
}
