import { type Db, preparedSql } from "../../store/store.ts";

const ofListingQuery = preparedSql<{ hash: string | null }, [number, string]>(`
  SELECT c.screenshot_hash AS hash FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);
/** Null if there is none; undefined without such a listing. */
export const screenshotBySlug = async (db: Db, siteId: number, slug: string): Promise<string | null | undefined> =>
  (await ofListingQuery.get(db, siteId, slug))?.hash;

const ofCompanyQuery = preparedSql<{ hash: string | null }, [number]>(
  "SELECT screenshot_hash AS hash FROM companies WHERE id = ?",
);
export const screenshotOfCompany = async (db: Db, companyId: number): Promise<string | null> =>
  (await ofCompanyQuery.get(db, companyId))?.hash ?? null;

const ofOwnQuery = preparedSql<{ hash: string | null }, [number]>(
  "SELECT c.screenshot_hash AS hash FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?",
);
export const screenshotOfListing = async (db: Db, listingId: number): Promise<string | null> =>
  (await ofOwnQuery.get(db, listingId))?.hash ?? null;

export const keepScreenshot = preparedSql<never, [companyId: number, hash: string | null]>(
  "UPDATE companies SET screenshot_hash = ?2 WHERE id = ?1",
).run;

const ofAccountQuery = preparedSql<{ hash: string }, [number]>(
  "SELECT DISTINCT screenshot_hash AS hash FROM drafts WHERE account_id = ? AND screenshot_hash IS NOT NULL",
);
export const screenshotsOfAccount = async (db: Db, accountId: number): Promise<string[]> =>
  (await ofAccountQuery.all(db, accountId)).map(({ hash }) => hash);
