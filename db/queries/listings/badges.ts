import { preparedSql } from "../../store/store.ts";

export interface BadgeFacts {
  id: number;
  name: string;
  slug: string;
  launchWeek: string | null;
  isVerified: boolean;
  awards: { id: number; kind: "week" | "month"; period: string; rank: number }[];
}

const factsQuery = (isShown: string) =>
  preparedSql<BadgeFacts, [siteId: number, slug: string]>(
    `SELECT l.id, c.name, l.slug, l.launch_week AS launchWeek, c.verified_method IS NOT NULL AS isVerified,
    (SELECT json_group_array(json_object('id', a.id, 'kind', a.kind, 'period', a.period, 'rank', a.rank))
      FROM (SELECT * FROM awards WHERE listing_id = l.id ORDER BY created_at DESC, id) a) AS awards
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ? AND ${isShown}`,
    { isVerified: Boolean, awards: JSON.parse },
  ).get;

export const badgeFactsBySlug = factsQuery("l.status = 'live'");

/** Other websites still show the badges of listings that were merged, so these images remain. */
export const badgeImageFacts = factsQuery(
  "'live' IN (l.status, (SELECT status FROM listings WHERE id = l.merged_into))",
);
