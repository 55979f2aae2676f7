import type { ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import type { Claim } from "./claims.ts";

export interface ClaimedListing {
  id: number;
  companyId: number;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
}

const listingColumns = "l.id, l.company_id AS companyId, l.slug, c.name, c.url, l.status";

export const listingToClaim = preparedSql<ClaimedListing, [siteId: number, slug: string]>(`
  SELECT ${listingColumns} FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ?`).get;

const isRelated = preparedSql<{ one: 1 }, [accountId: number, companyId: number, listingId: number]>(`
  SELECT 1 AS one FROM company_owners WHERE company_id = ?2 AND account_id = ?1
  UNION ALL SELECT 1 FROM claims WHERE listing_id = ?3 AND account_id = ?1 LIMIT 1`);
/** Returns whether an account may know about a listing that is not public. */
export const isRelatedTo = (db: Db, accountId: number, { id, companyId }: ClaimedListing): Promise<boolean> =>
  isRelated.exists(db, accountId, companyId, id);

export const claimedListing = preparedSql<ClaimedListing, [listingId: number]>(
  `SELECT ${listingColumns} FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?`,
).get;

export const listingOfClaim = async (
  db: Db,
  { listingId }: Pick<Claim, "listingId">,
): Promise<ClaimedListing | null> => (listingId === null ? null : claimedListing(db, listingId));

export const nameOfClaimed = async (db: Db, claim: Pick<Claim, "listingId" | "slug">): Promise<string> =>
  (await listingOfClaim(db, claim))?.name || claim.slug;
