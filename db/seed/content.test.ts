import { expect, test } from "bun:test";
import { join } from "node:path";
import { recordsOf } from "#bridge/commands/import-file.ts";
import { readListing } from "#bridge/commands/import-record.ts";
import { type DemoSiteKey, demoCategories, demoFounders, demoPosts, demoProducts, demoSites } from "./content.ts";
import questions from "./questions.json" with { type: "json" };

test("demo products: the import accepts every listing", async () => {
  const rejected: unknown[] = [];
  let listings = 0;
  for await (const records of recordsOf(join(import.meta.dir, "content/products.ndjson"), "ndjson"))
    for (const record of records) {
      if ("refused" in record) throw new Error(record.refused);
      const { listings: onSites, ...product } = record.value as ReturnType<typeof demoProducts>[number];
      listings += onSites.length;
      rejected.push(...onSites.map((one) => readListing({ ...product, ...one })).filter((read) => "refused" in read));
    }
  expect(listings).toBeGreaterThan(80);
  expect(rejected).toEqual([]);
});

test("demo records refer only to existing records", () => {
  const founders = new Set(demoFounders().map(({ slug }) => slug));
  const categories = (site: DemoSiteKey) => new Set(demoCategories(site).map(({ slug }) => slug));
  const slugs = { main: categories("main"), dev: categories("dev") };
  const products = demoProducts();
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length);
  expect(products.flatMap((product) => product.founders).filter((slug) => !founders.has(slug))).toEqual([]);
  const listings = products.flatMap((product) => product.listings);
  expect(listings.filter(({ site, categories }) => categories.some((slug) => !slugs[site].has(slug)))).toEqual([]);
  const asked = new Set(questions.map(({ id }) => id));
  const answered = demoFounders().flatMap(({ interview }) => Object.keys(interview));
  expect(answered.filter((id) => !asked.has(id))).toEqual([]);
  expect(demoSites().map(({ key }) => key)).toEqual(["main", "dev"]);
  expect(new Set(demoPosts().map(({ slug, site }) => `${site}/${slug}`)).size).toBe(demoPosts().length);
});
