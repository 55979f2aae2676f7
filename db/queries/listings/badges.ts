import { type Db, preparedSql } from "../../store/store.ts";

export interface BadgeFacts {
  name: string;
  slug: string;
  launchWeek: string | null;
  isVerified: boolean;
  awards: { id: number; kind: "week" | "month"; period: string; rank: number }[];
}

const factsQuery = preparedSql<
  Omit<BadgeFacts, "isVerified" | "awards"> & { isVerified: number; awards: string },
  [number, string]
>(`
  SELECT c.name, l.slug, l.launch_week AS launchWeek, c.verified_method IS NOT NULL AS isVerified,
    (SELECT json_group_array(json_object('id', a.id, 'kind', a.kind, 'period', a.period, 'rank', a.rank))
      FROM (SELECT * FROM awards WHERE listing_id = l.id ORDER BY created_at DESC, id) a) AS awards
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);

export async function badgeFactsBySlug(db: Db, siteId: number, slug: string): Promise<BadgeFacts | null> {
  const row = await factsQuery.get(db, siteId, slug);
  return row && { ...row, isVerified: row.isVerified === 1, awards: JSON.parse(row.awards) };
}
