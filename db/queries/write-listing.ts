import { and, eq, sql } from "drizzle-orm";
import { companies, companyFounders, domainRatings } from "../schema/companies.ts";
import { type Faq, listingCategories, listings, listingTags } from "../schema/listings.ts";
import type { ListingStatus, Plan, PricingModel } from "../schema/vocabulary.ts";
import type { Db } from "../store.ts";
import { ratedDomain, urlKey } from "./company-key.ts";
import { indexListing } from "./search-index.ts";
import { fold } from "./search-text.ts";

export interface CompanyFacts {
  name: string;
  url: string;
  description?: string;
  pricing: PricingModel | null;
  platforms: string[];
  socials: Record<string, string>;
  logoHash?: string | null;
}

/** Makes the company at this address, or brings the one that is there up to date. Returns its id. */
export async function saveCompany(tx: Db, facts: CompanyFacts, now: string): Promise<number> {
  const values = { ...facts, urlKey: urlKey(facts.url), domain: ratedDomain(facts.url), updatedAt: now };
  const [row] = await tx
    .insert(companies)
    .values({ ...values, createdAt: now })
    .onConflictDoUpdate({ target: companies.urlKey, set: values })
    .returning({ id: companies.id });
  return row!.id;
}

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
  categoryIds: number[];
  tags: string[];
}

export interface SavedListing {
  id: number;
  outcome: "created" | "updated" | "unchanged";
}

/**
 * Makes a company's listing on a site, or brings the texts, categories and tags of the one that is there up to date;
 * status, plan and votes of an existing listing stay. Writes nothing where nothing differs.
 */
export async function saveListing(tx: Db, facts: ListingFacts, now: string): Promise<SavedListing> {
  const { categoryIds, tags, ...row } = facts;
  const [existing] = await tx
    .select()
    .from(listings)
    .where(and(eq(listings.siteId, facts.siteId), eq(listings.companyId, facts.companyId)));
  if (existing) {
    const isSame =
      existing.headline === row.headline &&
      existing.summary === row.summary &&
      (await sameSet(tx, existing.id, categoryIds, tags));
    if (isSame) return { id: existing.id, outcome: "unchanged" };
    const { headline, summary } = row;
    await tx
      .update(listings)
      .set({ headline, summary, updatedAt: now, version: existing.version + 1 })
      .where(eq(listings.id, existing.id));
    await tx.delete(listingCategories).where(eq(listingCategories.listingId, existing.id));
    await tx.delete(listingTags).where(eq(listingTags.listingId, existing.id));
    await fileListing(tx, existing.id, categoryIds, tags);
    return { id: existing.id, outcome: "updated" };
  }
  const [created] = await tx
    .insert(listings)
    .values({
      ...row,
      slug: await freeSlug(tx, facts.siteId, facts.slug),
      statusChangedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: listings.id });
  await copyRating(tx, created!.id);
  await fileListing(tx, created!.id, categoryIds, tags);
  return { id: created!.id, outcome: "created" };
}

async function fileListing(tx: Db, listingId: number, categoryIds: number[], tags: string[]): Promise<void> {
  if (categoryIds.length > 0)
    await tx
      .insert(listingCategories)
      .values(categoryIds.map((categoryId, position) => ({ listingId, categoryId, position })));
  if (tags.length > 0) await tx.insert(listingTags).values(tags.map((tag) => ({ listingId, tag })));
  await indexListing(tx, listingId);
}

async function sameSet(tx: Db, listingId: number, categoryIds: number[], tags: string[]): Promise<boolean> {
  const filed = await tx
    .select()
    .from(listingCategories)
    .where(eq(listingCategories.listingId, listingId))
    .orderBy(listingCategories.position);
  const tagged = await tx
    .select()
    .from(listingTags)
    .where(eq(listingTags.listingId, listingId))
    .orderBy(listingTags.tag);
  return (
    filed.map((row) => row.categoryId).join() === categoryIds.join() &&
    tagged.map((row) => row.tag).join() === [...tags].sort().join()
  );
}

/** Copies what is known of the company's domain onto its listing, for sorting. */
export async function copyRating(tx: Db, listingId: number): Promise<void> {
  const rating = tx
    .select({
      value: domainRatings.value,
      change: sql<number | null>`${domainRatings.value} - ${domainRatings.previousValue}`.as("change"),
    })
    .from(listings)
    .innerJoin(companies, eq(companies.id, listings.companyId))
    .innerJoin(domainRatings, eq(domainRatings.domain, companies.domain))
    .where(eq(listings.id, listingId));
  const [known] = await rating;
  await tx
    .update(listings)
    .set({ rating: known?.value ?? null, ratingChange: known?.change ?? null })
    .where(eq(listings.id, listingId));
}

export async function setFounders(tx: Db, companyId: number, founderIds: number[]): Promise<void> {
  await tx.delete(companyFounders).where(eq(companyFounders.companyId, companyId));
  if (founderIds.length > 0)
    await tx
      .insert(companyFounders)
      .values(founderIds.map((founderId, position) => ({ companyId, founderId, position })));
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

/** `wanted`, or with the lowest number behind it that is free on the site. */
export async function freeSlug(tx: Db, siteId: number, wanted: string): Promise<string> {
  for (let suffix = 1; ; suffix++) {
    const slug = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    const [taken] = await tx
      .select({ id: listings.id })
      .from(listings)
      .where(and(eq(listings.siteId, siteId), eq(listings.slug, slug)));
    if (!taken) return slug;
  }
}
