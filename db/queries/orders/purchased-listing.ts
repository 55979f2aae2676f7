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

export const purchasedListing = preparedSql<PurchasedListing, [siteId: number, listingId: number]>(
  `SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
    l.launch_week AS launchWeek, l.launched_at AS launchedAt, l.unlocked_sections AS unlockedSections
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.id = ?`,
  { unlockedSections: JSON.parse },
).get;

/** Sets a listing's plan. A listing that leaves the free plan loses its place in the free queue. */
export const setPlan = preparedSql<never, [id: number, plan: Plan, week: string | null, now: Date]>(`
  UPDATE listings SET plan = ?2, launch_week = ?3, queued_at = CASE ?2 WHEN 'free' THEN queued_at END, updated_at = ?4
  WHERE id = ?1`).run;

export const setUnlockedSections = preparedSql<never, [id: number, sections: readonly PaidSection[], now: Date]>(
  "UPDATE listings SET unlocked_sections = ?2, updated_at = ?3 WHERE id = ?1",
).run;

const bookQuery = preparedSql<{ week: string }, [siteId: number, week: string, listingId: number, now: Date]>(`
  INSERT INTO billboard_placements (site_id, week, listing_id, created_at) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING week`);

export const bookBillboard = (
  tx: Tx,
  { id, siteId }: Pick<PurchasedListing, "id" | "siteId">,
  week: string,
  now: Date,
): Promise<boolean> => bookQuery.changes(tx, siteId, week, id, now);

export const unbookBillboard = preparedSql<never, [listingId: number, weeks: readonly string[], from: string]>(`
  DELETE FROM billboard_placements WHERE listing_id = ?1 AND week >= ?3 AND week IN (SELECT value FROM json_each(?2))`).run;

const isRefunded = preparedSql<{ number: string }, [listingId: number]>(`
  SELECT o.number FROM order_lines i JOIN orders o ON o.id = i.order_id
  WHERE i.listing_id = ? AND i.product = 'launch' AND o.status = 'refunded' LIMIT 1`);

/**
 * If a restored listing's launch has been refunded, returns why the listing becomes a draft. Otherwise, returns null.
 */
export async function refundedMeanwhile(db: Db, { id, plan }: { id: number; plan: Plan }): Promise<string | null> {
  return plan === "none" && (await isRefunded.exists(db, id)) ? launchRefunded : null;
}

/** Returns true for a scheduled paid launch whose bought week has passed, because the listing was hidden in that week. */
export const missedWeek = preparedSql<{ one: 1 }, [listingId: number, current: string]>(`
  SELECT 1 AS one FROM listings l JOIN order_lines i ON i.listing_id = l.id AND i.product = 'launch'
  JOIN orders o ON o.id = i.order_id WHERE l.id = ? AND l.status = 'scheduled' AND l.plan = 'paid'
    AND l.launched_at IS NULL AND o.status = 'fulfilled' AND i.effect ->> '$.week' < ?`).exists;

export const launchRefunded = "The paid launch was refunded. Choose a plan to continue.";

/** Schedules a listing for its week, or publishes it in the current week if its own week has already begun. */
export async function resumePaidLaunch(tx: Tx, listing: StatusRow, now: Date): Promise<"scheduled" | "live"> {
  await changeStatus(tx, listing, "scheduled", null, now);
  const week = weekOf(now);
  if (listing.launchWeek !== null && listing.launchWeek > week) return "scheduled";
  await setPlan(tx, listing.id, "paid", week, now);
  await launchListings(tx, [{ ...listing, status: "scheduled", launchWeek: week }], now);
  return "live";
}
