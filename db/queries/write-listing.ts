import { eq } from "drizzle-orm";
import { companyFounders } from "../schema/companies.ts";
import type { Faq } from "../schema/listings.ts";
import type { ListingStatus, Plan, PricingModel } from "../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../store.ts";
import { ratedDomain, urlKey } from "./company-key.ts";
import { indexListing } from "./search-index.ts";
import { fold } from "./search-text.ts";

export type Outcome = "created" | "updated" | "unchanged";

export interface Saved {
  id: number;
  outcome: Outcome;
}

export interface CompanyFacts {
  name: string;
  url: string;
  description?: string;
  pricing: PricingModel | null;
  platforms: string[];
  socials: Record<string, string>;
  logoHash?: string | null;
  /** What makes it this company and no other; `urlKey` of its address unless said. */
  key?: string;
}

type CompanyValues = [string, string, string | null, string, string | null, string | null, string, string];

const companyQuery = preparedSql<{ id: number; description: string; logoHash: string | null; row: string }, [string]>(`
  SELECT id, description, logo_hash AS logoHash,
    json_array(name, url, domain, description, logo_hash, pricing, json(platforms), json(socials)) AS row
  FROM companies WHERE url_key = ?`);
const insertCompany = preparedSql<{ id: number }, [...CompanyValues, string, string]>(`
  INSERT INTO companies (name, url, domain, description, logo_hash, pricing, platforms, socials, url_key, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10) RETURNING id`);
const changeCompany = preparedSql<never, [...CompanyValues, number, string]>(`
  UPDATE companies SET name = ?1, url = ?2, domain = ?3, description = ?4, logo_hash = ?5, pricing = ?6,
    platforms = ?7, socials = ?8, updated_at = ?10 WHERE id = ?9`);

/**
 * Makes the company at this address, or brings the one that is there up to date; a description or logo that is not
 * given stays. Writes nothing where nothing differs. Returns its id and what was done.
 */
export async function upsertCompany(tx: Tx, facts: CompanyFacts, now: string): Promise<Saved> {
  const key = facts.key ?? urlKey(facts.url);
  const existing = await companyQuery.get(tx, key);
  const values: CompanyValues = [
    facts.name,
    facts.url,
    ratedDomain(facts.url),
    facts.description ?? existing?.description ?? "",
    facts.logoHash === undefined ? (existing?.logoHash ?? null) : facts.logoHash,
    facts.pricing,
    JSON.stringify(facts.platforms),
    JSON.stringify(facts.socials),
  ];
  if (!existing) return { id: (await insertCompany.get(tx, ...values, key, now))!.id, outcome: "created" };
  const { id } = existing;
  // The order of profiles says nothing, so what is compared is not their text.
  if (Bun.deepEquals(JSON.parse(existing.row), [...values.slice(0, -2), facts.platforms, facts.socials]))
    return { id, outcome: "unchanged" };
  await changeCompany.run(tx, ...values, id, now);
  return { id, outcome: "updated" };
}

/** `upsertCompany` for those who only need the id. */
export const saveCompany = async (tx: Tx, facts: CompanyFacts, now: string): Promise<number> =>
  (await upsertCompany(tx, facts, now)).id;

export interface ListingFacts {
  siteId: number;
  companyId: number;
  slug: string;
  headline: string;
  summary: string;
  status: ListingStatus;
  plan: Plan;
  launchWeek?: string | null;
  launchedAt?: string | null;
  faqs?: Faq[];
  seoTitle?: string | null;
  seoDescription?: string | null;
  categoryIds: number[];
  tags: string[];
}

const listingQuery = preparedSql<
  { id: number; headline: string; summary: string; categories: string; tags: string },
  [number, number]
>(`
  SELECT id, headline, summary,
    (SELECT json_group_array(category_id ORDER BY position) FROM listing_categories WHERE listing_id = listings.id) AS categories,
    (SELECT json_group_array(tag ORDER BY tag) FROM listing_tags WHERE listing_id = listings.id) AS tags
  FROM listings WHERE site_id = ? AND company_id = ?`);
/** SQL for something that is known of a company's domain. */
const ratingOf = (company: string, value: string) =>
  `(SELECT ${value} FROM companies c JOIN domain_ratings r ON r.domain = c.domain WHERE c.id = ${company})`;
type NewListing = [
  number,
  number,
  string,
  string,
  string,
  string,
  string,
  string | null,
  string | null,
  string,
  string,
  string | null,
  string | null,
];
const insertListing = preparedSql<{ id: number }, NewListing>(`
  INSERT INTO listings (site_id, company_id, slug, headline, summary, status, plan, launch_week, launched_at, faqs,
    status_changed_at, created_at, updated_at, seo_title, seo_description, rating, rating_change)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?11, ?12, ?13, ${ratingOf("?2", "r.value")},
    ${ratingOf("?2", "r.value - r.previous_value")}) RETURNING id`);
const changeTexts = preparedSql<never, [string, string, string, number]>(
  "UPDATE listings SET headline = ?, summary = ?, updated_at = ?, version = version + 1 WHERE id = ?",
);
const dropCategories = preparedSql<never, [number]>("DELETE FROM listing_categories WHERE listing_id = ?");
const dropTags = preparedSql<never, [number]>("DELETE FROM listing_tags WHERE listing_id = ?");
const addCategories = preparedSql<never, [number, string]>(
  "INSERT INTO listing_categories (listing_id, category_id, position) SELECT ?1, value, key FROM json_each(?2)",
);
const addTags = preparedSql<never, [number, string]>(
  "INSERT INTO listing_tags (listing_id, tag) SELECT ?1, value FROM json_each(?2)",
);

/**
 * Makes a company's listing on a site, or brings the texts, categories and tags of the one that is there up to date;
 * status, plan and votes of an existing listing stay. Writes nothing where nothing differs.
 */
export async function saveListing(tx: Tx, facts: ListingFacts, now: string): Promise<Saved> {
  const saved = await writeListing(tx, facts, now);
  if (saved.outcome !== "unchanged") await indexListing(tx, saved.id);
  return saved;
}

/** `saveListing` for those who write many and bring the search index up to date at the end. */
export async function writeListing(tx: Tx, facts: ListingFacts, now: string): Promise<Saved> {
  const { siteId, companyId, headline, summary, categoryIds, tags } = facts;
  const existing = await listingQuery.get(tx, siteId, companyId);
  if (existing) {
    const { id } = existing;
    const isSame =
      existing.headline === headline &&
      existing.summary === summary &&
      existing.categories === JSON.stringify(categoryIds) &&
      Bun.deepEquals(new Set(JSON.parse(existing.tags)), new Set(tags));
    if (isSame) return { id, outcome: "unchanged" };
    await changeTexts.run(tx, headline, summary, now, id);
    await dropCategories.run(tx, id);
    await dropTags.run(tx, id);
    await fileListing(tx, id, categoryIds, tags);
    return { id, outcome: "updated" };
  }
  const created = await insertListing.get(
    tx,
    siteId,
    companyId,
    await freeSlug(tx, siteId, facts.slug),
    headline,
    summary,
    facts.status,
    facts.plan,
    facts.launchWeek ?? null,
    facts.launchedAt ?? null,
    JSON.stringify(facts.faqs ?? []),
    now,
    facts.seoTitle ?? null,
    facts.seoDescription ?? null,
  );
  const { id } = created!;
  await fileListing(tx, id, categoryIds, tags);
  return { id, outcome: "created" };
}

async function fileListing(tx: Tx, listingId: number, categoryIds: number[], tags: string[]): Promise<void> {
  if (categoryIds.length > 0) await addCategories.run(tx, listingId, JSON.stringify(categoryIds));
  if (tags.length > 0) await addTags.run(tx, listingId, JSON.stringify(tags));
}

const copyRatingQuery = preparedSql<never, [number]>(`
  UPDATE listings SET (rating, rating_change) =
    ${ratingOf("listings.company_id", "r.value, r.value - r.previous_value")} WHERE id = ?`);

/** Copies what is known of the company's domain onto its listing, for sorting. */
export const copyRating = (tx: Tx, listingId: number): Promise<void> => copyRatingQuery.run(tx, listingId);

export async function setFounders(tx: Tx, companyId: number, founderIds: number[]): Promise<void> {
  await tx.delete(companyFounders).where(eq(companyFounders.companyId, companyId));
  if (founderIds.length > 0)
    await tx
      .insert(companyFounders)
      .values(founderIds.map((founderId, position) => ({ companyId, founderId, position })));
}

/** Adds a founder behind those a company has; nothing changes where they are one already. */
export async function addFounder(tx: Tx, companyId: number, founderId: number): Promise<void> {
  const position = await tx.$count(companyFounders, eq(companyFounders.companyId, companyId));
  await tx.insert(companyFounders).values({ companyId, founderId, position }).onConflictDoNothing();
}

const maxSlugLength = 80;

/** A name as a public id: folded letters and digits joined by hyphens; `otherwise` where nothing is left. */
export function slugify(name: string, otherwise = "listing"): string {
  const slug = fold(name)
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug.slice(0, maxSlugLength).replace(/-+$/, "") || otherwise;
}

const slugQuery = preparedSql<{ id: number }, [number, string]>(
  "SELECT id FROM listings WHERE site_id = ? AND slug = ?",
);

/** `wanted`, or with the lowest number behind it that is free on the site. */
export async function freeSlug(tx: Tx, siteId: number, wanted: string): Promise<string> {
  for (let suffix = 1; ; suffix++) {
    const slug = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (!(await slugQuery.get(tx, siteId, slug))) return slug;
  }
}
