import type { ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";

/** Listings that the team chooses for an action. All given conditions apply. */
export interface ListingChoice {
  ownerId?: number | null;
  /** The registrable domain of the product's URL. Products on shared hosts have none. */
  domain?: string | null;
  createdSince?: string | null;
}

const chosenQuery = preparedSql<
  { id: number; slug: string },
  [number, ListingStatus, after: number, number | null, string | null, string | null, limit: number]
>(`
  SELECT l.id, l.slug FROM listings l WHERE l.site_id = ?1 AND l.status = ?2 AND l.id > ?3
    AND (?4 IS NULL OR l.company_id IN (
      SELECT company_id FROM company_owners WHERE account_id = ?4 AND read_only_since IS NULL))
    AND (?5 IS NULL OR l.company_id IN (SELECT id FROM companies WHERE domain = ?5))
    AND (?6 IS NULL OR l.created_at >= ?6)
  ORDER BY l.id LIMIT ?7`);

export const chosenListings = (
  db: Db,
  siteId: number,
  { ownerId = null, domain = null, createdSince = null }: ListingChoice,
  { status, after, limit }: { status: ListingStatus; after: number; limit: number },
): Promise<{ id: number; slug: string }[]> =>
  chosenQuery.all(db, siteId, status, after, ownerId, domain, createdSince, limit);
