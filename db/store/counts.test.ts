import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { createCategory } from "../queries/content/write-category.ts";
import { saveCompany } from "../queries/listings/save-company.ts";
import { saveListing } from "../queries/listings/write-listing.ts";
import { indexListing } from "../queries/search/search-index.ts";
import { checkDatabase } from "../queries/sites/check.ts";
import { createSite } from "../queries/sites/write-site.ts";
import { type ListingStatus, listingStatuses } from "../schema/vocabulary.ts";
import type { Store, Tx } from "./store.ts";

let store: Store;
beforeAll(() => {
  store = emptyStore();
});
afterAll(() => store.close());

const now = testNow.toISOString();
const categoryCount = 3;
const companyCount = 4;

const status = fc.constantFrom<ListingStatus>(...listingStatuses);
const company = fc.nat(companyCount - 1);
const categories = fc.uniqueArray(fc.nat(categoryCount - 1), { maxLength: categoryCount });
const step = fc.oneof(
  fc.record({ do: fc.constant("save" as const), company, status, categories }),
  fc.record({ do: fc.constant("move" as const), company, status }),
  fc.record({ do: fc.constant("vote" as const), company, votes: fc.nat(5) }),
  fc.record({ do: fc.constant("delete" as const), company }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Listing {
  id: number;
  status: ListingStatus;
  categories: number[];
}

let sitesMade = 0;

test("random inserts, status changes, category changes, votes and deletions: counts and search index stay right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const key = `site-${++sitesMade}`;
      const model = new Map<number, Listing>();
      const { siteId, categoryIds } = await store.write(async (tx) => {
        const siteId = await createSite(tx, { key, name: key, host: key }, now);
        const categoryIds: number[] = [];
        for (let i = 0; i < categoryCount; i++)
          categoryIds.push(
            await createCategory(tx, siteId, { slug: `c-${i}`, name: `C ${i}`, description: "", parent: null }),
          );
        return { siteId, categoryIds };
      });
      for (const one of steps) await store.write((tx) => take(tx, one, model, { key, siteId, categoryIds }));

      const live = [...model.values()].filter((listing) => listing.status === "live");
      const client = store.read.$client;
      expect(client.query("SELECT listing_count FROM sites WHERE id = ?").values(siteId)).toEqual([[live.length]]);
      expect(
        client.query("SELECT listing_count FROM categories WHERE site_id = ? ORDER BY id").values(siteId).flat(),
      ).toEqual(categoryIds.map((_, i) => live.filter((listing) => listing.categories.includes(i)).length));
    }),
    { numRuns: 60 },
  );
  expect(await checkDatabase(store.read)).toEqual([]);
});

async function take(
  tx: Tx,
  one: Step,
  model: Map<number, Listing>,
  { key, siteId, categoryIds }: { key: string; siteId: number; categoryIds: number[] },
): Promise<void> {
  const known = model.get(one.company);
  if (one.do === "save") {
    const name = `Company ${one.company}`;
    const url = `https://${key}-${one.company}.example`;
    const companyId = await saveCompany(tx, { name, url, pricing: null, platforms: [], socials: {} }, now);
    const { id } = await saveListing(
      tx,
      {
        siteId,
        companyId,
        slug: `company-${one.company}`,
        headline: "A headline",
        summary: "A summary",
        status: one.status,
        plan: "free",
        categoryIds: one.categories.map((i) => categoryIds[i]!),
        tags: [],
      },
      now,
    );
    model.set(one.company, { id, status: known?.status ?? one.status, categories: one.categories });
  } else if (known && one.do === "delete") {
    tx.$client.run("DELETE FROM listings WHERE id = ?", [known.id]);
    model.delete(one.company);
  } else if (known && one.do !== "delete") {
    const [column, value] = one.do === "move" ? ["status", one.status] : ["votes", one.votes];
    tx.$client.run(`UPDATE listings SET ${column} = ? WHERE id = ?`, [value!, known.id]);
    await indexListing(tx, known.id);
    if (one.do === "move") known.status = one.status;
  }
}
