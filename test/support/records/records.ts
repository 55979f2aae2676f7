import { saveCompany } from "#db/queries/listings/save-company.ts";
import { type ListingFacts, saveListing } from "#db/queries/listings/write-listing.ts";
import { voteCounts } from "#db/schema/boards.ts";
import { type SiteSettings, sites } from "#db/schema/sites.ts";
import type { ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { testNow } from "../server/harness.ts";

const stamp = testNow.toISOString();

/** Adds a site; the default one unless it has a host. */
export async function addSite(tx: Tx, key = "main", settings: SiteSettings = {}): Promise<number> {
  const host = key === "main" ? null : `${key}.localhost`;
  const [site] = await tx
    .insert(sites)
    .values({ key, name: key, host, settings, createdAt: stamp })
    .returning({ id: sites.id });
  return site!.id;
}

interface ListingOptions {
  url?: string;
  status?: ListingStatus;
  plan?: Plan;
  launchWeek?: string;
  launchedAt?: string;
}

/** Adds a listing with its own company, live and free by default. */
export async function addListing(tx: Tx, siteId: number, slug: string, options: ListingOptions = {}): Promise<number> {
  const company = {
    name: slug,
    url: options.url ?? `https://${slug}.example`,
    pricing: null,
    platforms: [],
    socials: {},
  };
  const companyId = await saveCompany(tx, company, stamp);
  const facts: ListingFacts = {
    siteId,
    companyId,
    slug,
    headline: `${slug} headline`,
    summary: `${slug} summary`,
    status: "live",
    plan: "free",
    categoryIds: [],
    tags: [],
    ...options,
  };
  return (await saveListing(tx, facts, stamp)).id;
}

/** Sets the votes of a listing in one period, the last one cast at `votedAt`. */
export async function addVotes(
  tx: Tx,
  siteId: number,
  listingId: number,
  period: string,
  votes: number,
  votedAt = stamp,
): Promise<void> {
  await tx.insert(voteCounts).values({ siteId, listingId, period, votes, votedAt });
}
