import { eq } from "drizzle-orm";
import { saveAsset } from "../queries/common/save-asset.ts";
import { setFounders } from "../queries/founders/founder-profile.ts";
import { ratedDomain } from "../queries/listings/company-key.ts";
import { saveCompany } from "../queries/listings/save-company.ts";
import { saveListing } from "../queries/listings/write-listing.ts";
import { fold } from "../queries/search/search-text.ts";
import { createSite } from "../queries/sites/write-site.ts";
import { billboardPlacements } from "../schema/boards.ts";
import { camelCase } from "../schema/columns.ts";
import { companies, domainRatingMonths, domainRatings, founders, interviewAnswers } from "../schema/companies.ts";
import { listingPictures, listingUpdates, milestones, stories } from "../schema/listings.ts";
import { categories, posts, sites } from "../schema/sites.ts";
import type { Db, Store, Tx } from "../store/store.ts";
import { calendarOf } from "./calendar.ts";
import {
  type DemoListing,
  type DemoProduct,
  type DemoSiteKey,
  demoCategories,
  demoFounders,
  demoLogos,
  demoPictures,
  demoPortraits,
  demoPosts,
  demoProducts,
  demoSites,
  pictureSize,
} from "./content.ts";
import { closePeriods, voteHistory } from "./votes.ts";

const svgType = "image/svg+xml";

type Ids = Record<DemoSiteKey, { id: number; categories: Map<string, number> }>;

/** Returns false if a site already exists. Another process may have created it a moment ago. */
export async function seedDemo(store: Store, now: Date): Promise<boolean> {
  if (!(await isEmpty(store.read))) return false;
  return store.write(async (tx) => {
    if (!(await isEmpty(tx))) return false;
    const stamp = now.toISOString();
    const ids = await seedSites(tx, stamp);
    const founderIds = await seedFounders(tx, stamp);
    const logos = demoLogos();
    for (const product of demoProducts())
      await seedProduct(tx, product, { ids, founderIds, logo: logos.get(product.slug)! }, now);
    for (const { id } of Object.values(ids)) await closePeriods(tx, id, now);
    await seedPosts(tx, ids, now);
    return true;
  });
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.select({ id: sites.id }).from(sites).limit(1)).length === 0;
}

async function seedSites(tx: Tx, stamp: string): Promise<Ids> {
  const ids = {} as Ids;
  for (const { key, name, tagline, host } of demoSites()) {
    const siteId = await createSite(tx, { key, name, tagline, host }, stamp);
    const bySlug = new Map<string, number>();
    for (const { slug, name, description, parent } of demoCategories(key)) {
      const parentId = parent === undefined ? null : bySlug.get(parent)!;
      const [row] = await tx
        .insert(categories)
        .values({ siteId, slug, name, description, parentId })
        .returning({ id: categories.id });
      bySlug.set(slug, row!.id);
    }
    ids[key] = { id: siteId, categories: bySlug };
  }
  return ids;
}

async function seedFounders(tx: Tx, stamp: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const portraits = demoPortraits();
  for (const { slug, name, bio, links, interview } of demoFounders()) {
    const photoHash = await saveAsset(tx, svgType, portraits.get(slug)!, stamp);
    const [row] = await tx
      .insert(founders)
      .values({ slug, name, bio, links, photoHash, createdAt: stamp, updatedAt: stamp })
      .returning({ id: founders.id });
    ids.set(slug, row!.id);
    for (const [questionId, answer] of Object.entries(interview))
      await tx.insert(interviewAnswers).values({ founderId: row!.id, questionId, answer, updatedAt: stamp });
  }
  return ids;
}

async function seedProduct(
  tx: Tx,
  product: DemoProduct,
  { ids, founderIds, logo }: { ids: Ids; founderIds: Map<string, number>; logo: Uint8Array },
  now: Date,
): Promise<void> {
  const { daysAgo } = calendarOf(now);
  const stamp = now.toISOString();
  const { name, url, description, pricing, platforms, socials, rating, verified } = product;
  const logoHash = await saveAsset(tx, svgType, logo, stamp);
  const facts = Object.fromEntries(Object.entries(product.facts).map(([name, value]) => [camelCase(name), value]));
  const texts = { name, url, description, pricing, platforms, socials, logoHash };
  const companyId = await saveCompany(tx, { ...texts, ...facts, by: "owner" }, stamp);
  await setFounders(
    tx,
    companyId,
    product.founders.map((slug) => founderIds.get(slug)!),
  );
  if (verified)
    await tx
      .update(companies)
      // The id spreads the dates over the past 60 days.
      .set({ verifiedMethod: verified, verifiedAt: daysAgo(1 + ((companyId * 17) % 60)), verifiedUntil: daysAgo(-365) })
      .where(eq(companies.id, companyId));
  if (rating) {
    const domain = ratedDomain(url)!;
    const { value, previous: previousValue } = rating;
    const current = { domain, value, previousValue, source: "demo", checkedAt: daysAgo(5) };
    await tx.insert(domainRatings).values(current).onConflictDoNothing();
    await tx
      .insert(domainRatingMonths)
      .values(ratingMonths(domain, rating, daysAgo))
      .onConflictDoNothing();
  }
  for (const listing of product.listings) await seedListing(tx, product, listing, companyId, ids, now);
}

function ratingMonths(
  domain: string,
  { value, previous }: NonNullable<DemoProduct["rating"]>,
  daysAgo: (days: number) => string,
) {
  const values =
    previous === null ? [value] : [value, previous, previous - 1, previous - 1, previous - 3, previous - 4];
  return values.map((each, monthsAgo) => {
    const checkedAt = daysAgo(5 + 31 * monthsAgo);
    return { domain, month: checkedAt.slice(0, 7), value: Math.max(0, each), source: "demo", checkedAt };
  });
}

async function seedListing(
  tx: Tx,
  product: DemoProduct,
  listing: DemoListing,
  companyId: number,
  ids: Ids,
  now: Date,
): Promise<void> {
  const calendar = calendarOf(now);
  const site = ids[listing.site];
  const week = listing.week === null ? null : calendar.week(listing.week);
  const { headline, summary, status, plan, faqs, tags } = listing;
  const madeDaysAgo = 14 - 7 * Math.min(listing.week ?? 0, 0);
  const { id } = await saveListing(
    tx,
    {
      siteId: site.id,
      companyId,
      slug: product.slug,
      ...{ headline, summary, status, plan, faqs, tags },
      launchWeek: week,
      launchedAt: status === "live" && week ? calendar.start(week) : null,
      categoryIds: listing.categories.map((slug) => site.categories.get(slug)!),
    },
    calendar.daysAgo(madeDaysAgo),
  );
  for (const [position, { alt, bytes }] of demoPictures(product).entries()) {
    const hash = await saveAsset(tx, "image/webp", bytes, now.toISOString());
    await tx.insert(listingPictures).values({ listingId: id, position, hash, alt, ...pictureSize });
  }
  for (const { daysAgo, ...update } of listing.updates)
    await tx.insert(listingUpdates).values({ listingId: id, ...update, createdAt: calendar.daysAgo(daysAgo) });
  for (const { daysAgo, ...milestone } of listing.milestones) {
    const createdAt = calendar.daysAgo(daysAgo);
    await tx.insert(milestones).values({ listingId: id, ...milestone, date: createdAt.slice(0, 10), createdAt });
  }
  if (listing.story) {
    const { title, sections } = listing.story;
    const writtenAt = calendar.daysAgo(3);
    await tx
      .insert(stories)
      .values({ listingId: id, title, sections, isWhole: true, publishedAt: writtenAt, updatedAt: writtenAt });
  }
  if (listing.billboard)
    await tx
      .insert(billboardPlacements)
      .values({ siteId: site.id, week: calendar.week(0), listingId: id, createdAt: calendar.daysAgo(8) });
  if (status === "live" && week)
    await voteHistory(tx, { siteId: site.id, listingId: id, week, votes: listing.votes, now });
}

async function seedPosts(tx: Tx, ids: Ids, now: Date): Promise<void> {
  const { daysAgo: ago } = calendarOf(now);
  for (const { site, daysAgo, body_markdown: bodyMarkdown, ...post } of demoPosts())
    await tx.insert(posts).values({
      ...post,
      siteId: ids[site].id,
      bodyMarkdown,
      searchText: fold([post.title, post.excerpt, bodyMarkdown, ...post.tags].join(" ")),
      publishedAt: ago(daysAgo),
      updatedAt: ago(daysAgo),
    });
}
