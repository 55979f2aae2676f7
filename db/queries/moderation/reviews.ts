import type { DuplicateReason, ListingStatus, Plan, ReviewMode, ReviewState } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { asked, type CaseMarks, caseQuery } from "./cases.ts";
import { firstOwner } from "./hidden-listings.ts";

// An owner is known on the site if the team has approved another of their listings, or if another one is live.
const isKnown = `EXISTS (SELECT 1 FROM company_owners o JOIN company_owners m ON m.account_id = o.account_id
    JOIN listings k ON k.company_id = m.company_id LEFT JOIN listing_reviews a ON a.listing_id = k.id
  WHERE o.company_id = l.company_id AND o.read_only_since IS NULL AND m.read_only_since IS NULL
    AND k.site_id = l.site_id AND k.id <> l.id
    AND (k.status = 'live' OR a.approved_at IS NOT NULL AND k.status NOT IN ('rejected', 'suspended')))`;
// The team does not see the listings of sandboxes.
const openQuery = preparedSql<never, [siteId: number, mode: ReviewMode, listingId: number | null, now: Date]>(`
  INSERT INTO listing_reviews (listing_id, site_id, requested_at)
  SELECT l.id, l.site_id, ?4 FROM sites s CROSS JOIN listings l ON l.site_id = s.id
  WHERE s.id = ?1 AND s.sandbox_of IS NULL AND l.launched_at IS NULL
    AND iif(?3 IS NULL, l.status = 'awaiting_badge' AND l.plan = 'free', l.id = ?3)
    AND (?2 = 'always' OR ?2 = 'first' AND (l.status = 'rejected' OR NOT ${isKnown}))
  ON CONFLICT DO NOTHING`);
const endOpen = preparedSql<never, [siteId: number]>(
  "DELETE FROM listing_reviews WHERE site_id = ? AND approved_at IS NULL",
);

/** Opens a review of a listing that is not launched yet, if its site requires one and the listing has none. */
export const openReview = (
  tx: Tx,
  { id, siteId }: { id: number; siteId: number },
  mode: ReviewMode,
  now: Date,
): Promise<void> => openQuery.run(tx, siteId, mode, id, now);

/** Applies a changed setting to the listings that are waiting. Listings that are already scheduled keep their launch. */
export const applyReviewMode = (tx: Tx, siteId: number, mode: ReviewMode, now: Date): Promise<void> =>
  mode === "off" ? endOpen.run(tx, siteId) : openQuery.run(tx, siteId, mode, null, now);

export const endReview = preparedSql<never, [listingId: number]>(
  "DELETE FROM listing_reviews WHERE listing_id = ?",
).run;

export interface Review {
  siteId: number;
  state: ReviewState;
  requestedAt: string;
  /** When the review began or, after a change that the team asked for, continued. */
  since: string;
  changeText: string | null;
  decidedAt: string | null;
}

const isChanged = "r.change_version < l.version";
const state = `CASE WHEN r.approved_at IS NOT NULL THEN 'approved' WHEN r.change_text IS NOT NULL AND NOT ${isChanged}
  THEN 'change_requested' ELSE 'waiting' END`;
const reviewColumns = `r.site_id AS siteId, ${state} AS state, r.requested_at AS requestedAt,
  iif(r.change_text IS NOT NULL AND ${isChanged}, l.updated_at, r.requested_at) AS since, r.change_text AS changeText,
  r.decided_at AS decidedAt`;

export const reviewOf = preparedSql<Review, [listingId: number]>(`
  SELECT ${reviewColumns} FROM listing_reviews r JOIN listings l ON l.id = r.listing_id
  WHERE r.listing_id = ? AND l.launched_at IS NULL`).get;

export const approveReview = preparedSql<never, [listingId: number, by: number | null, now: Date]>(
  "UPDATE listing_reviews SET approved_at = ?3, decided_at = ?3, decided_by = ?2 WHERE listing_id = ?1",
).run;

export const requestChange = preparedSql<never, [listingId: number, text: string, by: number | null, now: Date]>(`
  UPDATE listing_reviews SET change_text = ?2, decided_at = ?4, decided_by = ?3,
    change_version = (SELECT version FROM listings WHERE id = ?1) WHERE listing_id = ?1`).run;

// Pairs with an older listing, unless the team has decided that the two are different products.
const olderPair = "duplicate_pairs p WHERE p.other_id = l.id AND p.dismissed_at IS NULL";
const isLike = (reason: DuplicateReason, min = 0) =>
  `EXISTS (SELECT 1 FROM ${olderPair} AND p.reason = '${reason}' AND p.score >= ${min})`;
/** Why the team should read a listing before it approves it. Ten accounts of one network within 30 days are many. */
const markConditions = {
  unchecked: "l.id IN (SELECT source_id FROM texts_to_check WHERE source = 'listing')",
  new_account: `a.email_verified_at IS NULL OR a.created_at > ${asked("newSince")}`,
  unread: "EXISTS (SELECT 1 FROM drafts d WHERE d.listing_id = l.id AND d.written_by IS NULL)",
  site: isLike("site"),
  // Different products may have the same name.
  name: isLike("name", 70),
  lookalike: isLike("lookalike"),
  text: isLike("text"),
  flagged: "EXISTS (SELECT 1 FROM text_flags f WHERE f.listing_id = l.id AND f.outcome IS NULL)",
  decided: `EXISTS (SELECT 1 FROM company_owners m JOIN listings i ON i.company_id = m.company_id
    JOIN decisions d ON d.listing_id = i.id WHERE m.account_id = a.id AND d.outcome IS NOT 'reversed')`,
  network: "EXISTS (SELECT 1 FROM accounts n WHERE n.sign_up_network = a.sign_up_network LIMIT 1 OFFSET 9)",
};
export type ReviewMark = keyof typeof markConditions;
export const reviewMarks = Object.keys(markConditions) as [ReviewMark, ...ReviewMark[]];
const marks = reviewMarks.map((mark) => `iif(${markConditions[mark]}, '${mark}', NULL)`).join(", ");

export interface ReviewCase extends Review, CaseMarks {
  itemId: number;
  /** The listing's marks, separated by commas, or `none`. */
  kinds: string;
  slug: string;
  name: string;
  url: string;
  headline: string;
  summary: string;
  status: ListingStatus;
  plan: Plan;
  launchWeek: string | null;
  owner: {
    account_id: number;
    name: string;
    email: string;
    created_at: string;
    is_confirmed: boolean;
    listings: number;
    live: number;
    rejected: number;
    suspended: number;
    network: string | null;
  } | null;
  screenshot: string | null;
  draft: { evidence: Record<string, { url: string; quote: string }[]>; error: string | null } | null;
  similar: { slug: string; name: string; url: string; status: ListingStatus; reason: DuplicateReason; score: number }[];
}

const decided = (status: string) => `(SELECT count(*) FROM decisions d JOIN listings i ON i.id = d.listing_id
      JOIN company_owners m ON m.company_id = i.company_id WHERE m.account_id = a.id AND d.status = '${status}'
      AND d.outcome IS NOT 'reversed')`;
// The unary plus stops SQLite from starting at the site's listings, of which there may be many.
const owned = (condition: string) => `(SELECT count(*) FROM company_owners m JOIN listings i
      ON i.company_id = m.company_id WHERE m.account_id = a.id AND +i.site_id = l.site_id${condition})`;
/** The open reviews. Those with a change that the owners have not made yet count as decided. */
export const reviewCases = caseQuery<ReviewCase>("review", {
  columns: `r.listing_id AS itemId, a.id AS ownerId, l.slug, 1 AS total,
    ifnull(nullif(concat_ws(',', ${marks}), ''), 'none') AS kinds`,
  from: `listing_reviews r CROSS JOIN listings l ON l.id = r.listing_id LEFT JOIN accounts a ON a.id = ${firstOwner("l.company_id")}
    WHERE r.site_id = ?1 AND r.approved_at IS NULL AND l.status IN ('draft', 'awaiting_badge')
      AND (${asked("networkOf")} IS NULL OR a.sign_up_network = (SELECT n.sign_up_network FROM listings i
        JOIN accounts n ON n.id = ${firstOwner("i.company_id")} WHERE i.site_id = ?1 AND i.slug = ${asked("networkOf")}))`,
  open: { where: `${state} = 'waiting'`, at: "r.requested_at" },
  decided: { where: `${state} = 'change_requested'`, at: "r.requested_at" },
  listing: "r.listing_id",
  pageColumns: `c.name, c.url, l.headline, l.summary, l.status, l.plan, l.launch_week AS launchWeek, ${reviewColumns},
    iif(a.id IS NULL, NULL, json_object('account_id', a.id, 'name', a.name, 'email', a.email,
      'created_at', a.created_at, 'is_confirmed', json(iif(a.email_verified_at IS NULL, 'false', 'true')),
      'network', a.sign_up_network,
      'listings', ${owned("")}, 'live', ${owned(" AND +i.status = 'live'")},
      'rejected', ${decided("rejected")}, 'suspended', ${decided("suspended")})) AS owner,
    ifnull(c.screenshot_hash, (SELECT d.screenshot_hash FROM drafts d WHERE d.listing_id = l.id LIMIT 1)) AS screenshot,
    (SELECT json_object('evidence', json(d.evidence), 'error', d.error_message) FROM drafts d
      WHERE d.listing_id = l.id ORDER BY d.id DESC LIMIT 1) AS draft,
    (SELECT json_group_array(json_object('slug', s.slug, 'name', s.name, 'url', s.url, 'status', s.status,
      'reason', s.reason, 'score', s.score)) FROM (
      SELECT i.slug, ic.name, ic.url, i.status, q.reason, q.score
      FROM (SELECT p.listing_id, p.reason, p.score FROM ${olderPair} ORDER BY p.score DESC, p.id LIMIT 5) q
        JOIN listings i ON i.id = q.listing_id JOIN companies ic ON ic.id = i.company_id) s) AS similar`,
  pageTables: `CROSS JOIN listing_reviews r ON r.listing_id = w.itemId CROSS JOIN listings l ON l.id = w.itemId
    JOIN companies c ON c.id = l.company_id LEFT JOIN accounts a ON a.id = w.ownerId`,
  readers: { owner: JSON.parse, draft: JSON.parse, similar: JSON.parse },
});
