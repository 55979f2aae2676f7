// A minimal program has no row types.
export type Row = Record<string, any>;

export const cardColumns = `l.id, l.slug, c.name, l.headline, l.summary, c.url, c.logo_hash,
  (SELECT json_group_array(json_array(lc.position, k.id, k.slug, k.name))
    FROM listing_categories lc JOIN categories k ON k.id = lc.category_id WHERE lc.listing_id = l.id) AS categories,
  (SELECT json_group_array(tag) FROM (SELECT tag FROM listing_tags WHERE listing_id = l.id ORDER BY tag)) AS tags,
  c.pricing, c.platforms, l.votes, l.week_rank, l.launch_week, l.plan, c.verified_method, c.verified_until,
  r.value, r.source, r.checked_at, l.created_at, l.updated_at`;
export const joined = `JOIN companies c ON c.id = l.company_id
  LEFT JOIN domain_ratings r ON r.domain = c.domain AND l.rating IS NOT NULL`;

export const inPlace = (json: string) => (JSON.parse(json) as any[][]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Builds the card of a listing without Slipway's code. */
export const bareCard = (row: Row, baseUrl: string) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  headline: row.headline,
  summary: row.summary,
  url: row.url,
  page_url: `${baseUrl}/listings/${row.slug}`,
  logo_url: row.logo_hash && `${baseUrl}/media/${row.logo_hash}`,
  categories: inPlace(row.categories).map(([, , slug, name]) => ({ slug, name })),
  pricing: row.pricing,
  platforms: JSON.parse(row.platforms),
  tags: JSON.parse(row.tags),
  votes: row.votes,
  rank: row.week_rank,
  launch_week: row.launch_week,
  plan_label: row.plan === "paid" ? "sponsored" : "none",
  verified: {
    status: row.verified_method === null ? "unverified" : "verified",
    method: row.verified_method,
    verified_until: row.verified_until,
  },
  domain_rating: row.value === null ? null : { value: row.value, source: row.source, checked_at: row.checked_at },
  created_at: row.created_at,
  updated_at: row.updated_at,
});
