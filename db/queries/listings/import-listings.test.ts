import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { keyFor } from "#test/support/records/account.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { addOwner } from "../accounts/owners.ts";
import { type CategoryRow, categoryRows, createCategory } from "../content/write-category.ts";
import { type ImportedListing, importListings } from "./import-listings.ts";

const store = emptyStore();
afterAll(() => store.close());
const { account } = await keyFor(store);
const sites = await store.write(async (tx) => [await addSite(tx), await addSite(tx, "dev")]);
const categories = await store.write(async (tx) => {
  const all: CategoryRow[][] = [];
  for (const site of sites) {
    for (const slug of ["writing", "office", "music"])
      await createCategory(tx, site, { slug, name: slug, description: "", parent: null });
    all.push(await categoryRows(tx, site));
  }
  return all.map((rows) => rows.map(({ id }) => id));
});

// Few values of each, so that URLs, names and slugs collide.
const record = fc.record({
  site: fc.nat(1),
  isFollowedByOwner: fc.boolean(),
  company: fc.record(
    {
      url: fc.constantFrom(
        ...["a", "b", "c", "d", "e", "f"].map((name) => `https://${name}.example/`),
        "http://www.a.example",
      ),
      name: fc.constantFrom("Quill", "Quill 2", "quill", "Quill 2-2", "Reed", 'Ré\'ed \\ "x"'),
      description: fc.constantFrom("", "Paper."),
      platforms: fc.subarray(["iOS", "Web"]),
      pricing: fc.constantFrom(null, "free" as const),
      socials: fc.dictionary(fc.constant("x"), fc.constant("https://x.com/q"), { maxKeys: 1 }),
    },
    { requiredKeys: ["url", "name"] },
  ),
  texts: fc.record(
    {
      headline: fc.constantFrom("Writes by hand.", "Écrit: ' \" 手書き"),
      summary: fc.constantFrom("A notebook.", "A book of notes."),
      seoTitle: fc.constantFrom("", "Title", null),
      faqs: fc.subarray([{ question: "Why?", answer: "So." }]),
    },
    { requiredKeys: ["headline", "summary"] },
  ),
  categories: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.constantFrom("ink", "pen", "book"), { maxLength: 3 }),
  stars: fc.constantFrom(null, 0, 7),
});
type Wanted = typeof record extends fc.Arbitrary<infer Value> ? Value : never;

const tables = ["companies", "listings", "listing_categories", "listing_tags", "categories", "listing_words"].map(
  (name) => preparedSql<Record<string, unknown>, []>(`SELECT * FROM ${name} ORDER BY 1, 2`),
);
const found = preparedSql<{ rowid: number }, []>(
  "SELECT CAST(rowid AS TEXT) AS rowid FROM listing_search ORDER BY rowid",
);
const companyAt = preparedSql<{ id: number }, [string]>("SELECT id FROM companies WHERE url_key = ?");

const importedOf = ({ site, company, texts, categories: chosen, tags, stars }: Wanted): ImportedListing => ({
  company,
  texts,
  categoryIds: chosen.map((i) => categories[site]![i]!),
  tags,
  stars,
});

class Done extends Error {}

/** The outcomes and rows after an import of these parts, each followed by a new owner of `a.example`. */
async function afterImport(parts: Wanted[][], atOnce: number): Promise<unknown[]> {
  const left: unknown[] = [];
  const importAll = async (tx: Tx) => {
    for (const part of parts)
      for (const [place, siteId] of sites.entries()) {
        const records = part.filter(({ site }) => site === place).map(importedOf);
        for (let from = 0; from < records.length; from += atOnce) {
          const some = records.slice(from, from + atOnce);
          left.push(...(await importListings(tx, siteId, some, testNow.toISOString())).outcomes);
        }
        const companyId = part[0]?.isFollowedByOwner && (await companyAt.valueOrNull(tx, "a.example"));
        if (companyId) await addOwner(tx, { companyId, accountId: account.id, via: "admin" }, testNow);
      }
    for (const table of tables) left.push(await table.all(tx));
    left.push(await found.all(tx));
    throw new Done();
  };
  await store.write(importAll).catch((error) => {
    if (!(error instanceof Done)) throw error;
  });
  return left;
}

test("import in sets: same result as an import record by record", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(record, { maxLength: 12 }), { maxLength: 3 }), async (parts) => {
      expect(await afterImport(parts, 100)).toEqual(await afterImport(parts, 1));
    }),
    { numRuns: 60 },
  );
});
