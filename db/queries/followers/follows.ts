import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export const addFollow = preparedSql<{ id: number }, [accountId: number, listingId: number, now: Date]>(`
  INSERT INTO follows (account_id, listing_id, created_at, told_update_id)
  VALUES (?1, ?2, ?3, (SELECT ifnull(max(id), 0) FROM listing_updates WHERE listing_id = ?2))
  ON CONFLICT DO NOTHING RETURNING id`).changes;

export const deleteFollow = preparedSql<{ id: number }, [accountId: number, listingId: number]>(
  "DELETE FROM follows WHERE account_id = ? AND listing_id = ? RETURNING id",
).changes;

const moveQuery = preparedSql<{ id: number }, [from: number, to: number]>(`
  UPDATE OR IGNORE follows SET listing_id = ?2,
    told_update_id = (SELECT ifnull(max(id), 0) FROM listing_updates WHERE listing_id = ?2)
  WHERE listing_id = ?1 RETURNING id`);
const dropQuery = preparedSql<never, [listingId: number]>("DELETE FROM follows WHERE listing_id = ?");

/** Moves followers to another listing, each once. They get only the updates that it posts from now on. */
export async function moveFollows(tx: Tx, from: number, to: number): Promise<number> {
  const moved = (await moveQuery.all(tx, from, to)).length;
  await dropQuery.run(tx, from);
  return moved;
}

export const followsListing = preparedSql<{ id: number }, [accountId: number, listingId: number]>(
  "SELECT id FROM follows WHERE account_id = ? AND listing_id = ?",
).exists;

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

const listQuery = preparedSql<FollowRow, [accountId: number, limit: number, offset: number]>(
  `SELECT l.id AS listingId, l.slug, c.name, l.headline, c.logo_hash AS logoHash, l.status = 'live' AS isLive,
    s.id AS siteId, s.name AS siteName, f.created_at AS followedAt
  FROM follows f JOIN listings l ON l.id = f.listing_id JOIN companies c ON c.id = l.company_id
  JOIN sites s ON s.id = l.site_id WHERE f.account_id = ? ORDER BY f.id DESC LIMIT ? OFFSET ?`,
  { isLive: Boolean },
);
export const followCount = preparedSql<{ total: number }, [accountId: number]>(
  "SELECT count(*) AS total FROM follows WHERE account_id = ?",
).value;

export const followsOfAccount = (
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<FollowRow[]> => listQuery.all(db, accountId, limit, offset);
