import type { PaidSection, Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import { changeStatus, launchListings, type StatusRow } from "../listings/listing-status.ts";

export interface PurchasedListing extends StatusRow {
  companyId: number;
  name: string;
  plan: Plan;
  launchedAt: string | null;
  unlockedSections: PaidSection[];
}

const listingQuery = preparedSql<
  Omit<PurchasedListing, "unlockedSections"> & { unlockedSections: string },
  [number, number]
>(`
  SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
    l.launch_week AS launchWeek, l.launched_at AS launchedAt, l.unlocked_sections AS unlockedSections
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.id = ?`);

export async function purchasedListing(db: Db, siteId: number, listingId: number): Promise<PurchasedListing | null> {
  const row = await listingQuery.get(db, siteId, listingId);
  return row && { ...row, unlockedSections: JSON.parse(row.unlockedSections) };
}

const planQuery = preparedSql<never, [Plan, string | null, string, number]>(`
  UPDATE listings SET plan = ?1, launch_week = ?2, queued_at = CASE ?1 WHEN 'free' THEN queued_at END, updated_at = ?3
  WHERE id = ?4`);

/** Sets the plan and the launch week. A listing that leaves the free plan loses its place in the free queue. */
export const setPlan = (tx: Tx, id: number, plan: Plan, week: string | null, now: Date): Promise<void> =>
  planQuery.run(tx, plan, week, now.toISOString(), id);

const sectionsQuery = preparedSql<never, [string, string, number]>(
  "UPDATE listings SET unlocked_sections = ?, updated_at = ? WHERE id = ?",
);

export const setUnlockedSections = (tx: Tx, id: number, sections: readonly PaidSection[], now: Date): Promise<void> =>
  sectionsQuery.run(tx, JSON.stringify(sections), now.toISOString(), id);

const bookQuery = preparedSql<{ week: string }, [number, string, number, string]>(`
  INSERT INTO billboard_placements (site_id, week, listing_id, created_at) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING week`);

export const bookBillboard = async (
  tx: Tx,
  { id, siteId }: Pick<PurchasedListing, "id" | "siteId">,
  week: string,
  now: Date,
): Promise<boolean> => (await bookQuery.get(tx, siteId, week, id, now.toISOString())) !== null;

const unbookQuery = preparedSql<never, [number, string, string]>(`
  DELETE FROM billboard_placements WHERE listing_id = ?1 AND week >= ?2 AND week IN (SELECT value FROM json_each(?3))`);

export const unbookBillboard = (tx: Tx, listingId: number, weeks: readonly string[], from: string): Promise<void> =>
  unbookQuery.run(tx, listingId, from, JSON.stringify(weeks));

const refundedQuery = preparedSql<{ number: string }, [number]>(`
  SELECT o.number FROM order_lines i JOIN orders o ON o.id = i.order_id
  WHERE i.listing_id = ? AND i.product = 'launch' AND o.status = 'refunded' LIMIT 1`);

/** Why a listing that returns becomes a draft: its launch was refunded in the meantime. Null if it was not. */
export async function refundedMeanwhile(db: Db, { id, plan }: { id: number; plan: Plan }): Promise<string | null> {
  return plan === "none" && (await refundedQuery.get(db, id)) !== null ? launchRefunded : null;
}

export const launchRefunded = "The paid launch was refunded. Choose a plan to go on.";

/** Schedules it for its week, or publishes it in the running week if its week has begun. */
export async function resumePaidLaunch(tx: Tx, listing: StatusRow, now: Date): Promise<"scheduled" | "live"> {
  await changeStatus(tx, listing, "scheduled", null, now);
  const week = weekOf(now);
  if (listing.launchWeek !== null && listing.launchWeek > week) return "scheduled";
  await setPlan(tx, listing.id, "paid", week, now);
  await launchListings(tx, [{ ...listing, status: "scheduled", launchWeek: week }], now);
  return "live";
}
