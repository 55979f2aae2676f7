import type { ListingStatus, Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import type { StatusRow } from "../listings/listing-status.ts";

export interface TeamListing {
  id: number;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  plan: Plan;
  launch_week: string | null;
  votes: number;
  created_at: string;
}

const columns = `l.id, l.slug, c.name, c.url, l.status, l.plan, l.launch_week, l.votes, l.created_at
  FROM listings l JOIN companies c ON c.id = l.company_id`;

export interface FoundListing extends TeamListing {
  status_message: string | null;
  owners: { account_id: number; name: string; email: string }[];
}

type Found = [
  ...[siteId: number, q: string, status: ListingStatus | null, limit: number, offset: number],
  ...[hasOwner: number | null, domain: string | null, since: string | null],
];
const host = "substr(c.url_key, 1, instr(replace(c.url_key, '?', '/') || '/', '/') - 1)";
// The order is part of the statement, so that a page is read in the order of the IDs without sorting.
const [newestQuery, oldestQuery] = ["DESC", "ASC"].map((order) =>
  preparedSql<FoundListing, Found>(
    `SELECT l.status_message, (SELECT json_group_array(json_object('account_id', a.id, 'name', a.name, 'email', a.email)) FROM company_owners o JOIN accounts a ON a.id = o.account_id
      WHERE o.company_id = c.id) AS owners, ${columns}
    WHERE +l.site_id = ?1 AND (?2 = '' OR instr(l.slug, lower(?2)) OR instr(lower(c.name), lower(?2)))
      AND l.status = ifnull(?3, l.status)
      AND (?6 IS NULL OR EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = c.id) = ?6)
      AND (?7 IS NULL OR ${host} = ?7 OR ${host} GLOB '*.' || ?7)
      AND (?8 IS NULL OR l.created_at >= ?8)
    ORDER BY l.id ${order} LIMIT ?4 OFFSET ?5`,
    { owners: JSON.parse },
  ),
);

interface ListingFilter {
  q: string;
  status?: ListingStatus;
  hasOwner?: boolean;
  /** A host, which includes its subdomains. */
  domain?: string;
  since?: string;
  isOldestFirst?: boolean;
  limit: number;
  offset: number;
}

export const findListings = (
  db: Db,
  siteId: number,
  { q, status, hasOwner, domain, since, isOldestFirst, limit, offset }: ListingFilter,
): Promise<FoundListing[]> =>
  (isOldestFirst ? oldestQuery! : newestQuery!).all(
    ...([db, siteId, q, status ?? null, limit, offset] as const),
    ...([hasOwner === undefined ? null : Number(hasOwner), domain ?? null, since ?? null] as const),
  );

export const teamListing = preparedSql<
  TeamListing & { status_message: string | null; status_changed_at: string; headline: string; version: number },
  [siteId: number, slug: string]
>(
  `SELECT l.headline, l.version, l.status_message, l.status_changed_at, ${columns} WHERE l.site_id = ? AND l.slug = ?`,
).get;

export const listingSlug = preparedSql<{ slug: string }, [id: number]>("SELECT slug FROM listings WHERE id = ?").value;

export interface JudgedListing extends StatusRow {
  companyId: number;
  name: string;
  plan: Plan;
  launchedAt: string | null;
  statusChangedAt: string;
  mergedInto: string | null;
  /** The suspension of an account hid the listing, and the team has not decided about it since. */
  isHidden: boolean;
}

export const isDecidedSinceHidden = `EXISTS (SELECT 1 FROM decisions d WHERE d.listing_id = l.id
  AND d.decided_at >= h.hidden_at AND d.outcome IS NOT 'reversed')`;

export const judgedListing = preparedSql<JudgedListing, [siteId: number, slug: string]>(
  `SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
    l.launch_week AS launchWeek, l.launched_at AS launchedAt, l.status_changed_at AS statusChangedAt, EXISTS (SELECT 1 FROM hidden_listings h
      WHERE h.listing_id = l.id AND l.status = 'suspended' AND NOT ${isDecidedSinceHidden}) AS isHidden,
    (SELECT slug FROM listings WHERE id = l.merged_into) AS mergedInto
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ?`,
  { isHidden: Boolean },
).get;

export const teamFounders = preparedSql<
  { slug: string; name: string; companies: number },
  [limit: number, offset: number]
>(`
  SELECT slug, name, (SELECT count(*) FROM company_founders cf WHERE cf.founder_id = founders.id) AS companies
  FROM founders ORDER BY slug LIMIT ? OFFSET ?`).all;

export interface TeamAward {
  id: number;
  label: string;
  board: string;
  period: string;
  rank: number;
  listing: string;
}

export const teamAwards = preparedSql<
  TeamAward,
  [siteId: number, period: string | null, limit: number, offset: number]
>(`
  SELECT a.id, a.label, a.board, a.period, a.rank, l.slug AS listing FROM awards a JOIN listings l ON l.id = a.listing_id
  WHERE a.site_id = ?1 AND (?2 IS NULL OR a.period = ?2) ORDER BY a.id DESC LIMIT ?3 OFFSET ?4`).all;
