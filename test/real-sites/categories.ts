import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { importCategory } from "#db/queries/content/write-category.ts";
import { importListings } from "#db/queries/listings/import-listings.ts";
import { changeStatus, type StatusRow, statusById } from "#db/queries/listings/listing-status.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import { openStore } from "#db/store/file-store.ts";
import { suggestCategories } from "#tools/categories/shared/suggest-categories.ts";
import { addSite } from "../support/records/records.ts";
import { testNow } from "../support/server/harness.ts";

// Measures suggestCategories: npx -y bun test/real-sites/categories.ts listings.ndjson categories.ndjson. Both files have
// the import format. Each listing is suspended while its categories are suggested, so it cannot vote for itself.

const [listingsFile, categoriesFile] = process.argv.slice(2);
if (!listingsFile || !categoriesFile) throw new Error("give the file of listings and the file of categories");

const records = <Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema>[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
const categories = records(categoriesFile, z.object({ name: z.string(), description: z.string().nullable() }));
const products = records(
  listingsFile,
  z.object({
    name: z.string(),
    url: z.string(),
    headline: z.string(),
    summary: z.string(),
    categories: z.array(z.string()),
    platforms: z.array(z.string()).default([]),
  }),
);

const folder = mkdtempSync(join(tmpdir(), "slipway-categories-"));
const store = openStore(join(folder, "slipway.db"));
const siteId = await store.write((tx) => addSite(tx));
const results = { listings: 0, suggested: 0, first: 0, amongThree: 0, certain: 0, certainAndWrong: 0 };

await store.write(async (tx) => {
  const ids = new Map<string, number>();
  for (const category of categories)
    ids.set(slugify(category.name), (await importCategory(tx, siteId, category, [])).id);
  const ready = products.map(({ name, url, headline, summary, categories, platforms }) => ({
    company: { name, url, platforms, pricing: null, socials: {} },
    texts: { headline, summary },
    categoryIds: categories.map((category) => ids.get(slugify(category))!),
    tags: [],
    stars: null,
  }));
  await importListings(tx, siteId, ready, testNow.toISOString());
});

const listingIds = store.read.$client
  .query<{ id: number; url: string }, []>(
    "SELECT l.id, c.url FROM listings l JOIN companies c ON c.id = l.company_id ORDER BY l.id",
  )
  .all();
const productByUrl = new Map(products.map((product) => [product.url, product]));
await store.write(async (tx) => {
  for (const { id, url } of listingIds) {
    const live = (await statusById(tx, id)) as StatusRow;
    await changeStatus(tx, live, "suspended", null, testNow);
    const { name, headline, summary, categories } = productByUrl.get(url)!;
    const { slugs, isCertain } = await suggestCategories(tx, siteId, [
      { text: name, weight: 1.5 },
      { text: headline, weight: 1 },
      { text: summary, weight: 1 },
    ]);
    const right = new Set(categories.map((category) => slugify(category)));
    results.listings++;
    if (slugs.length > 0) results.suggested++;
    if (right.has(slugs[0]!)) results.first++;
    if (slugs.some((slug) => right.has(slug))) results.amongThree++;
    if (isCertain) results.certain++;
    if (isCertain && !right.has(slugs[0]!)) results.certainAndWrong++;
    await changeStatus(tx, { ...live, status: "suspended" }, "live", null, testNow);
  }
});
await store.close();
rmSync(folder, { recursive: true });

const { listings, suggested, first, amongThree, certain, certainAndWrong } = results;
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
console.log(`${listings} listings, categories suggested for ${share(suggested, listings)}
first suggestion right: ${share(first, listings)}
right among three: ${share(amongThree, listings)}, of those with suggestions ${share(amongThree, suggested)}
certain: ${share(certain, listings)}, of which wrong: ${share(certainAndWrong, certain)}`);
