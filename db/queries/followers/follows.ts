import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const followQuery = preparedSql<{ id: number }, [number, number, string]>(`
  INSERT INTO follows (account_id, listing_id, created_at, told_update_id)
  VALUES (?1, ?2, ?3, (SELECT ifnull(max(id), 0) FROM listing_updates WHERE listing_id = ?2))
  ON CONFLICT DO NOTHING RETURNING id`);
export const addFollow = async (tx: Tx, accountId: number, listingId: number, now: Date): Promise<boolean> =>
  (await followQuery.get(tx, accountId, listingId, now.toISOString())) !== null;

const unfollowQuery = preparedSql<{ id: number }, [number, number]>(
  "DELETE FROM follows WHERE account_id = ? AND listing_id = ? RETURNING id",
);
export const deleteFollow = async (tx: Tx, accountId: number, listingId: number): Promise<boolean> =>
  (await unfollowQuery.get(tx, accountId, listingId)) !== null;

const followsQuery = preparedSql<{ id: number }, [number, number]>(
  "SELECT id FROM follows WHERE account_id = ? AND listing_id = ?",
);
export const followsListing = async (db: Db, accountId: number, listingId: number): Promise<boolean> =>
  (await followsQuery.get(db, accountId, listingId)) !== null;

export interface FollowRow {
  listingId: number;
  slug: string;
  name: string;
  headline: string;
  logoHash: string | null;
  isLive: boolean;
  siteId: number;
  siteName: string;
  followedAt: string;
}

const listQuery = preparedSql<Omit<FollowRow, "isLive"> & { isLive: number }, [number, number, number]>(`
  SELECT l.id AS listingId, l.slug, c.name, l.headline, c.logo_hash AS logoHash, l.status = 'live' AS isLive,
    s.id AS siteId, s.name AS siteName, f.created_at AS followedAt
  FROM follows f JOIN listings l ON l.id = f.listing_id JOIN companies c ON c.id = l.company_id
  JOIN sites s ON s.id = l.site_id WHERE f.account_id = ? ORDER BY f.id DESC LIMIT ? OFFSET ?`);
const countQuery = preparedSql<{ total: number }, [number]>(
  "SELECT count(*) AS total FROM follows WHERE account_id = ?",
);
export const followCount = async (db: Db, accountId: number): Promise<number> =>
  (await countQuery.get(db, accountId))!.total;

export async function followsOfAccount(
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<FollowRow[]> {
  const rows = await listQuery.all(db, accountId, limit, offset);
  return rows.map((row) => ({ ...row, isLive: row.isLive === 1 }));
}
