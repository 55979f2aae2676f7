import { type Db, preparedSql } from "../../store/store.ts";

const ofListingQuery = preparedSql<{ hash: string | null }, [number, string]>(`
  SELECT c.screenshot_hash AS hash FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);
/** Returns null if there is no screenshot, or undefined if no live listing has this slug. */
export const screenshotBySlug = async (db: Db, siteId: number, slug: string): Promise<string | null | undefined> =>
  (await ofListingQuery.get(db, siteId, slug))?.hash;

export const screenshotOfCompany = preparedSql<{ hash: string | null }, [companyId: number]>(
  "SELECT screenshot_hash AS hash FROM companies WHERE id = ?",
).valueOrNull;

export const screenshotOfListing = preparedSql<{ hash: string | null }, [listingId: number]>(
  "SELECT c.screenshot_hash AS hash FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?",
).valueOrNull;

export const keepScreenshot = preparedSql<never, [companyId: number, hash: string | null]>(
  "UPDATE companies SET screenshot_hash = ?2 WHERE id = ?1",
).run;

export const screenshotsOfAccount = preparedSql<{ hash: string }, [accountId: number]>(
  "SELECT DISTINCT screenshot_hash AS hash FROM drafts WHERE account_id = ? AND screenshot_hash IS NOT NULL",
).values;
