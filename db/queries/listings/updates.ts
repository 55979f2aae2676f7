import { preparedSql } from "../../store/store.ts";
import { walkedPages } from "../common/capped-page.ts";

export interface SiteUpdate {
  id: number;
  title: string;
  body: string;
  createdAt: string;
  slug: string;
  name: string;
  headline: string;
  logoHash: string | null;
}

export type UpdatePlace = [createdAt: string, id: number];

// CROSS JOIN makes SQLite read the updates in index order. Otherwise, it would sort all updates for each page.
const select = `
  SELECT u.id, u.title, u.body, u.created_at AS createdAt, l.slug, c.name, l.headline, c.logo_hash AS logoHash
  FROM listing_updates u CROSS JOIN listings l ON l.id = u.listing_id AND l.site_id = ?1 AND l.status = 'live'
  CROSS JOIN companies c ON c.id = l.company_id`;
const order = "ORDER BY u.created_at DESC, u.id DESC";
const afterQuery = preparedSql<SiteUpdate, [siteId: number, ...UpdatePlace, limit: number]>(
  `${select} WHERE (u.created_at, u.id) < (?2, ?3) ${order} LIMIT ?4`,
);

export const latestUpdates = walkedPages<SiteUpdate, [siteId: number], UpdatePlace>(
  `${select} ${order}`,
  (db, [siteId], after, limit) => afterQuery.all(db, siteId, ...after, limit),
  ({ createdAt, id }) => [createdAt, id],
);
