import { preparedSql } from "../../store/store.ts";

/** The slug of the listing to which a merged listing's slug redirects. */
export const mergedInto = preparedSql<{ slug: string }, [siteId: number, slug: string]>(`
  SELECT l.slug FROM listings m JOIN listings l ON l.id = m.merged_into WHERE m.site_id = ? AND m.slug = ?`).get;

/** Lets a listing and all listings merged into it redirect to another one, so that there are no chains. */
export const redirectListing = preparedSql<never, [from: number, to: number]>(
  "UPDATE listings SET merged_into = ?2 WHERE id = ?1 OR merged_into = ?1",
).run;

/** An order that is not paid yet or not fulfilled yet. */
export const openOrderOf = preparedSql<{ number: string }, [listingId: number]>(`
  SELECT o.number FROM order_lines i JOIN orders o ON o.id = i.order_id
  WHERE i.listing_id = ? AND (o.status = 'pending' OR (o.status = 'paid' AND o.fulfilled_at IS NULL)) LIMIT 1`).get;

/** The latest week in which a listing has a paid launch or a billboard placement that has not ended. */
export const lastPaidWeek = preparedSql<{ week: string | null }, [listingId: number, week: string]>(`
  SELECT max(week) AS week FROM (
    SELECT week FROM billboard_placements WHERE listing_id = ?1 AND week >= ?2
    UNION ALL SELECT launch_week FROM listings WHERE id = ?1 AND plan = 'paid' AND launched_at IS NULL)`).value;
