import { addOwner } from "#db/queries/accounts/owners.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { testNow } from "../server/harness.ts";

/** Initial facts of an owned product. */
export const productTexts = {
  name: "Kelpworks",
  headline: "Kelp farming without the guesswork",
  summary: "Plans lines, harvests and sales of small kelp farms in one place.",
};

let made = 0;

/** A product of the account with listings on the demo's two sites, live by default. */
export async function ownedProduct(store: Store, accountId: number, status: ListingStatus = "live") {
  const [main, dev] = await allSites(store.read);
  const slug = `kelpworks-${++made}`;
  const now = testNow.toISOString();
  return store.write(async (tx) => {
    const { name, headline, summary } = productTexts;
    const companyId = await saveCompany(tx, { name, url: `https://${slug}.example` }, now);
    await addOwner(tx, { companyId, accountId, via: "admin" }, testNow);
    const list = async (siteId: number, category: string) => {
      const categoryIds = [...(await categoryIdsBySlugs(tx, siteId, [category])).values()];
      const facts = { siteId, companyId, slug, status, headline, summary, categoryIds };
      return (await saveListing(tx, { ...facts, plan: "free", tags: [] }, now)).id;
    };
    return { companyId, slug, main: await list(main!.id, "invoicing"), dev: await list(dev!.id, "testing") };
  });
}

export async function sandboxListing(store: Store, accountId: number): Promise<number> {
  const [main] = await allSites(store.read);
  const now = testNow.toISOString();
  const { name, headline, summary } = productTexts;
  return store.write(async (tx) => {
    const siteId = await openSandbox(tx, main!, testNow);
    const company = { name, url: "https://sandbox.example", key: `sandbox:${accountId}:sandbox.example` };
    const companyId = await saveCompany(tx, company, now);
    await addOwner(tx, { companyId, accountId, via: "admin" }, testNow);
    const facts = { siteId, companyId, slug: "kelpworks", headline, summary, categoryIds: [], tags: [] };
    return (await saveListing(tx, { ...facts, status: "live", plan: "free" }, now)).id;
  });
}
