import type { ShownFields } from "../../schema/listing-fields.ts";
import type { ListingStatus, PaidSection, Plan, StorySection } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { ownerColumns } from "../common/field-selects.ts";
import { type ProfileRow, profileById } from "./listings.ts";

export interface Ownership {
  accountId: number;
  isTest: boolean;
}

export interface OwnListingLine {
  id: number;
  site: string;
  slug: string;
  name: string;
  url: string;
  headline: string;
  status: ListingStatus;
  plan: Plan;
  launchWeek: string | null;
  votes: number;
  version: number;
  updatedAt: string;
}

const owned = `
  FROM company_owners o JOIN listings l ON l.company_id = o.company_id
  JOIN companies c ON c.id = l.company_id JOIN sites s ON s.id = l.site_id
  WHERE o.account_id = ?1 AND (s.sandbox_of IS NOT NULL) = ?2`;
// Imported listings have the free plan, which their owners have not chosen.
const chosenPlan = `iif(l.plan = 'free' AND l.launched_at IS NULL AND l.launch_week IS NULL AND l.queued_at IS NULL,
  'none', l.plan) AS plan`;
const lineColumns = `l.id, s.key AS site, l.slug, c.name, c.url, l.headline, l.status, ${chosenPlan},
  l.launch_week AS launchWeek, l.votes, l.version, l.updated_at AS updatedAt`;
const narrowed = `AND s.key = ifnull(?3, s.key) AND l.id = ifnull(?4, l.id)
  AND (?5 IS NULL OR l.status IN (SELECT value FROM json_each(?5)))`;
type Narrowing = [
  accountId: number,
  isTest: boolean,
  site: string | null,
  id: number | null,
  statuses: readonly ListingStatus[] | null,
];
const linesQuery = preparedSql<OwnListingLine, [...Narrowing, number, number]>(
  `SELECT ${lineColumns} ${owned} ${narrowed} ORDER BY l.id DESC LIMIT ?6 OFFSET ?7`,
);
const countQuery = preparedSql<{ total: number }, Narrowing>(`SELECT count(*) AS total ${owned} ${narrowed}`);

interface OwnListingFilter {
  site?: string | null;
  id?: number | null;
  statuses?: readonly ListingStatus[];
}

export async function ownListings(
  db: Db,
  { accountId, isTest }: Ownership,
  { site = null, id = null, statuses }: OwnListingFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnListingLine[]; total: number }> {
  const narrowing: Narrowing = [accountId, isTest, site, id, statuses ?? null];
  const rows = await linesQuery.all(db, ...narrowing, limit, offset);
  return { rows, total: await countQuery.value(db, ...narrowing) };
}

export interface OwnListing {
  id: number;
  siteId: number;
  companyId: number;
  site: string;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  statusMessage: string | null;
  statusChangedAt: string;
  plan: Plan;
  unlockedSections: PaidSection[];
  launchWeek: string | null;
  launchedAt: string | null;
  version: number;
  /** True also for a merged listing, whoever owns its company. */
  isReadOnly: boolean;
}

const oneColumns = `SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, s.key AS site, l.slug, c.name, c.url, l.status,
    l.status_message AS statusMessage, l.status_changed_at AS statusChangedAt, l.plan,
    l.unlocked_sections AS unlockedSections, l.launch_week AS launchWeek, l.launched_at AS launchedAt, l.version,
    (o.read_only_since IS NOT NULL OR l.merged_into IS NOT NULL) AS isReadOnly
    ${owned}`;
const oneReaders = { unlockedSections: JSON.parse, isReadOnly: Boolean };
const byIdQuery = preparedSql<OwnListing, [accountId: number, isTest: boolean, id: number]>(
  `${oneColumns} AND l.id = ?3`,
  oneReaders,
);
const bySlugQuery = preparedSql<OwnListing, [accountId: number, isTest: boolean, siteId: number, slug: string]>(
  `${oneColumns} AND l.site_id = ?3 AND l.slug = ?4 AND l.merged_into IS NULL`,
  oneReaders,
);

export const ownListing = (db: Db, { accountId, isTest }: Ownership, id: number): Promise<OwnListing | null> =>
  byIdQuery.get(db, accountId, isTest, id);

/** Returns null for a merged listing, whose paths redirect. */
export const ownListingBySlug = (
  db: Db,
  { accountId, isTest }: Ownership,
  siteId: number,
  slug: string,
): Promise<OwnListing | null> => bySlugQuery.get(db, accountId, isTest, siteId, slug);

export interface OwnerFacts extends ShownFields<"owner"> {
  siteId: number;
  companyId: number;
  site: string;
  status: ListingStatus;
  statusMessage: string | null;
  statusChangedAt: string;
  plan: Plan;
  unlockedSections: PaidSection[];
  version: number;
  sites: { site: string; listing_id: number; slug: string }[];
  storyTitle: string;
  storySections: Partial<Record<StorySection, string>>;
  storyPublishedAt: string | null;
}

const factsQuery = preparedSql<OwnerFacts, [id: number]>(
  `SELECT l.site_id AS siteId, l.company_id AS companyId, s.key AS site, l.status, l.status_message AS statusMessage, l.status_changed_at AS statusChangedAt,
    ${chosenPlan}, l.unlocked_sections AS unlockedSections, ${ownerColumns}, l.version,
    ifnull(t.title, '') AS storyTitle, ifnull(t.sections, '{}') AS storySections, t.published_at AS storyPublishedAt,
    (SELECT json_group_array(json_object('site', so.key, 'listing_id', o.id, 'slug', o.slug))
      FROM listings o JOIN sites so ON so.id = o.site_id WHERE o.company_id = l.company_id AND o.id <> l.id) AS sites
  FROM listings l JOIN sites s ON s.id = l.site_id LEFT JOIN stories t ON t.listing_id = l.id WHERE l.id = ?`,
  { unlockedSections: JSON.parse, sites: JSON.parse, storySections: JSON.parse },
);

export async function ownerView(db: Db, id: number): Promise<{ profile: ProfileRow; facts: OwnerFacts }> {
  return { profile: (await profileById(db, id))!, facts: (await factsQuery.get(db, id))! };
}
